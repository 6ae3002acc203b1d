import type { z } from 'zod'

import type { SettingSection } from '#shared/instance/rules/setting-sections.ts'
import type { SettingInput } from '#shared/instance/schemas/settings.ts'

/** Option of the command line. */
export interface SettingFlag {
  name: string
  /** Placeholder of the value in the help. None: the option is a switch. */
  value?: string
  /** Line of the help. */
  help: string
  /** True if it may be given several times. */
  repeats?: true
  /** True if the window does not take it. */
  headlessOnly?: true
}

/** Declaration of a setting: everything that is known of it. */
export interface SettingNode<Schema extends z.ZodType = z.ZodType> {
  section: SettingSection
  title: string
  /** Plain sentences; Markdown in docs/configuration.md. */
  help: string
  /** Default in words, as the documentation names it. */
  default: string
  /** Checks and converts text of flags and variables, and values of the settings file. It has the default. */
  schema: Schema
  /** Variables of the environment. Of several that are set, the last counts. */
  variables: readonly string[]
  flag?: SettingFlag
  /** True if the value is never shown. */
  secret?: true
  /** Present if an Admin may change it in the window, in the settings file. It counts from the next start. */
  input?: SettingInput
  /** True if only the desktop window may change it, whose user owns this machine: it opens the machine further, or is a secret. */
  isWindowOnly?: true
  /** Page of the window that sets the same, at once. */
  page?: string
}

/** Declares a setting. */
export const setting = <Schema extends z.ZodType>(node: SettingNode<Schema>): SettingNode<Schema> => node
