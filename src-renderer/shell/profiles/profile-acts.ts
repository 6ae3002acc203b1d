import demo from '#resources/demo.yaml?raw'
import type { Profile } from '#shared/desktop/profiles.ts'
import { attempt } from '#lib/attempt.ts'
import { desktopApi, readProfilesAgain } from '#lib/desktop-api.ts'
import { saveText } from '#ui/save-text.ts'

/** Shows a profile in this window or in one of its own. A local one starts first. */
export async function showProfile({ id, name }: Profile, where: 'here' | 'new window'): Promise<void> {
  await attempt(`Couldn't open ${name}`, () => desktopApi().showProfile.mutate({ id, where }))
  await readProfilesAgain()
}

/** Copies a profile under another name: a local one with its data. */
export async function duplicateProfile({ id, name }: Profile): Promise<void> {
  await attempt(
    `Couldn't duplicate ${name}`,
    () => desktopApi().duplicateProfile.mutate({ id }),
    `${name} duplicated`,
  )
  await readProfilesAgain()
}

/** Stops the service of a local profile, or ends the connection to one elsewhere. */
export async function closeProfile({ id, name }: Profile): Promise<void> {
  await attempt(`Couldn't stop ${name}`, () => desktopApi().closeProfile.mutate({ id }), `${name} stopped`)
  await readProfilesAgain()
}

/** Allows changes to a person who typed the name of a profile. */
export async function allowChanges({ id, name }: Profile, typed: string): Promise<void> {
  await attempt(`Couldn't allow changes to ${name}`, () => desktopApi().allowChanges.mutate({ id, typed }))
  await readProfilesAgain()
}

/** Makes a profile read-only at once. */
export async function lockChanges({ id, name }: Profile): Promise<void> {
  await attempt(`Couldn't make ${name} read-only`, () => desktopApi().lockChanges.mutate({ id }))
  await readProfilesAgain()
}

/** Saves a profile as a file for another machine: without secrets and data. */
export async function exportProfile({ id, name }: Profile): Promise<void> {
  await attempt(`Couldn't export ${name}`, async () => {
    const file = await desktopApi().exportProfile.query({ id })
    saveText(`${name.replaceAll(/[^\w-]+/g, '-')}.halyard-profile.json`, `${JSON.stringify(file, null, 2)}\n`)
  })
}

/** Deletes a profile. An instance elsewhere is only removed from the list of this app. */
export async function deleteProfile({ id, name, kind }: Profile, withData: boolean): Promise<void> {
  const isHere = kind === 'local'
  await attempt(
    `Couldn't ${isHere ? 'delete' : 'remove'} ${name}`,
    () => desktopApi().deleteProfile.mutate({ id, withData }),
    `${name} ${isHere ? 'deleted' : 'removed'}`,
  )
  await readProfilesAgain()
}

/** Name of the profile that holds the demo. */
const DEMO = 'Demo'

/** Shows the profile with the demo; creates it first where there is none. */
export async function showDemo(profiles: readonly Profile[]): Promise<void> {
  const existing = profiles.find(({ kind, name }) => kind === 'local' && name === DEMO)
  if (existing) return existing.isCurrent ? undefined : showProfile(existing, 'here')
  await attempt("Couldn't create the demo", async () => {
    const look = { name: DEMO, colour: 'violet', icon: 'flask' } as const
    const wanted = { kind: 'local', ...look, port: 'auto', scenario: demo } as const
    const id = await desktopApi().createProfile.mutate(wanted)
    await desktopApi().showProfile.mutate({ id, where: 'here' })
  })
  await readProfilesAgain()
}
