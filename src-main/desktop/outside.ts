import { shell } from 'electron'

import { HOME_PROFILE, type ProfileId } from '#shared/desktop/profiles.ts'
import type { Profiles } from '../profiles/profiles.ts'

/** Things that the app opens outside of its windows. */
export class Outside {
  readonly #profiles: Pick<Profiles, 'find' | 'has' | 'connectionOf'>

  constructor(profiles: Pick<Profiles, 'find' | 'has' | 'connectionOf'>) {
    this.#profiles = profiles
  }

  /** Checks whether the data of a profile are on this computer. */
  hasFolder(id: ProfileId): boolean {
    return this.#profiles.has(id) && this.#profiles.find(id).kind === 'local'
  }

  openFolder(id: ProfileId): void {
    const profile = this.#profiles.find(id)
    if (profile.kind === 'local') void shell.openPath(profile.folder)
  }

  /** Opens the guide in the browser, from the service of this app: it is there without a network. */
  openGuide(): void {
    const url = this.#profiles.connectionOf(HOME_PROFILE)?.url ?? null
    if (url !== null) void shell.openExternal(`${url}/help/`)
  }
}
