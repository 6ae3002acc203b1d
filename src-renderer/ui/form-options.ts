import type { Snippet } from 'svelte'

import type { CurlRequest } from '#shared/curl.ts'
import type { Need } from './surroundings.ts'

/** A request that a form is about to send, and what it needs, as far as that follows from it. */
export interface FormRequest extends CurlRequest {
  needs?: Need | undefined
  /** True if the version that the instance answers as lacks it: the window can send it, cURL cannot. */
  unserved?: true
}

/** State of a form while it is sent, with the error that it got. */
export interface FormProgress {
  readonly isBusy: boolean
  readonly refusal: { readonly explanation: readonly string[] } | undefined
  /** Error messages for fields that the form does not show. */
  readonly others: readonly string[]
}

/** Properties that forms in dialogs, panels and pages share. */
export interface FormOptions {
  /** Verb and object on the button: "Create flag". */
  action: string
  /** True if it deletes something permanently. */
  danger?: boolean
  /** True while required data is not read yet: the form can't be sent or copied as a command line. */
  unread?: boolean
  /** True if the entered values can't be sent. */
  disabled?: boolean
  /** Label of the cancel button. */
  cancel?: string
  /** Request that will be sent: copied as cURL, and the source of the needed permission. */
  curl?: FormRequest | readonly FormRequest[] | undefined
  /**
   * Operation that the form sends, and its place, unless `curl` has them. Users without its permission can
   * only read the form.
   */
  needs?: Need | undefined
  /** True if the place is chosen in the form: the form stays usable, so that another can be chosen. */
  choosesPlace?: boolean
  children: Snippet
  /** Expected effect of sending; stays visible however long the form is. */
  note?: Snippet
}
