import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

import { z } from 'zod'

import { HOME_PROFILE, ProfileId, ProfileLook, RemoteUrl } from '#shared/desktop/profiles.ts'
import {
  SafeModeSettings,
  USUAL_IDLE_MINUTES,
  USUAL_SAFE_MODE,
  type SafeMode,
} from '#shared/desktop/safe-mode.ts'
import { ConnectionVault } from '#kernel/network/connection-terms.ts'
import { sealerOf, type OsProtection, type Sealer } from '#kernel/sealer.ts'
import { makeFolder, writeAtomically } from '#store/atomic-file.ts'
import { sealingKeysIn } from '#store/sealing-keys.ts'

const Port = z.union([z.int().min(1).max(65_535), z.literal('auto')])
const Look = ProfileLook.shape

/** Safe mode of a profile as it is stored; `usual` where nothing is. */
const safeModeOf = (usual: SafeMode) => ({
  // of another version, or damaged: rather read-only
  safeMode: SafeModeSettings.shape.safeMode.default(usual).catch('on'),
  idleMinutes: SafeModeSettings.shape.idleMinutes.default(USUAL_IDLE_MINUTES).catch(USUAL_IDLE_MINUTES),
})
/** Sealed terms of the connection; absent: the usual certificates and proxy. */
const Sealed = { connection: z.string().optional() }

/** Profile as it is stored. Secrets are sealed. */
export const StoredProfile = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('local'),
    id: ProfileId,
    ...Look,
    ...safeModeOf(USUAL_SAFE_MODE.local),
    folder: z.string().min(1),
    port: Port,
    /** Sealed address of a PostgreSQL database, with its password. */
    databaseUrl: z.string().optional(),
    /** Instance that it mirrors, with its sealed tokens; without them, it waits for some. */
    mirror: z.object({ url: RemoteUrl, tokens: z.string().optional() }).optional(),
  }),
  z.object({
    kind: z.literal('remote'),
    id: ProfileId,
    ...Look,
    ...safeModeOf(USUAL_SAFE_MODE.remote),
    url: RemoteUrl,
    /** Sealed token, or session; absent: one has to sign in. */
    token: z.string().optional(),
    session: z.string().optional(),
    ...Sealed,
  }),
  z.object({
    kind: z.literal('original'),
    id: ProfileId,
    ...Look,
    ...safeModeOf(USUAL_SAFE_MODE.original),
    url: RemoteUrl,
    /** Sealed token; absent: one has to sign in. */
    token: z.string().optional(),
    ...Sealed,
  }),
])
export type StoredProfile = z.infer<typeof StoredProfile>
export type LocalProfile = Extract<StoredProfile, { kind: 'local' }>
type RemoteProfile = Extract<StoredProfile, { kind: 'remote' }>
type OriginalProfile = Extract<StoredProfile, { kind: 'original' }>
/** Profile of a service that does not run in this app. */
export type ElsewhereProfile = RemoteProfile | OriginalProfile

/** Times of the last activity in profiles whose changes are allowed. The others are read-only, if their safe mode is on. */
const Allowed = z.record(ProfileId, z.iso.datetime())
type Allowed = z.infer<typeof Allowed>

const FileOf = z.object({
  profiles: z.array(z.unknown()),
  last: ProfileId.optional().catch(undefined),
  allowed: Allowed.default({}).catch({}),
})
const FILE = 'profiles.json'
/** Purpose that the secrets of profiles are sealed for. */
const PURPOSE = 'desktop-profile'

/** The list of profiles, in a file of the app. Every change is on the disk before it counts. */
export class ProfileStore {
  readonly #file: string
  readonly #sealer: Sealer
  #profiles: readonly StoredProfile[]
  /** Entries of another version, or damaged ones: kept as they are. */
  readonly #unread: readonly unknown[]
  /** The terms of connections of profiles elsewhere. */
  readonly connections: ConnectionVault
  #last: ProfileId
  #allowed: Allowed

  /** `home`: the profile of the data folder that the app was started with; a stored look wins, and its safe mode. */
  constructor(folder: string, sealer: Sealer, home: ProfileLook & Pick<LocalProfile, 'folder' | 'port'>) {
    this.#file = path.join(folder, FILE)
    this.#sealer = sealer
    this.connections = new ConnectionVault(sealer, 'desktop-profile-connection')
    const stored = readFile(this.#file)
    const parsed = stored.profiles.map((entry) => ({ entry, read: StoredProfile.safeParse(entry).data }))
    const isKnown = ({ read }: (typeof parsed)[number]) => read !== undefined
    this.#unread = parsed.filter((one) => !isKnown(one)).map(({ entry }) => entry)
    const profiles = parsed.flatMap(({ read }) => (read ? [read] : []))
    const ownHome = profiles.find(({ id }) => id === HOME_PROFILE)
    const usual = { safeMode: USUAL_SAFE_MODE.local, idleMinutes: USUAL_IDLE_MINUTES }
    const { name, colour, icon, safeMode, idleMinutes } = ownHome ?? { ...home, ...usual }
    const own = { name, colour, icon, safeMode, idleMinutes }
    this.#profiles = [
      { ...home, kind: 'local', id: HOME_PROFILE, ...own },
      ...profiles.filter(({ id }) => id !== HOME_PROFILE),
    ]
    this.#last = this.find(stored.last ?? HOME_PROFILE) ? (stored.last ?? HOME_PROFILE) : HOME_PROFILE
    this.#allowed = stored.allowed
  }

  get all(): readonly StoredProfile[] {
    return this.#profiles
  }

  /** The profile whose window was used last. */
  get last(): ProfileId {
    return this.#last
  }

  find(id: ProfileId): StoredProfile | undefined {
    return this.#profiles.find((one) => one.id === id)
  }

  /** Adds a profile, or takes the place of the one with its id. Throws the system's error if it cannot be written. */
  put(profile: StoredProfile): void {
    const has = this.find(profile.id) !== undefined
    this.#write({
      profiles: has
        ? this.#profiles.map((one) => (one.id === profile.id ? profile : one))
        : [...this.#profiles, profile],
    })
  }

  remove(id: ProfileId): void {
    const { [id]: _allowed, ...allowed } = this.#allowed
    this.#write({
      profiles: this.#profiles.filter((one) => one.id !== id),
      last: this.#last === id ? HOME_PROFILE : this.#last,
      allowed,
    })
  }

  noteLast(id: ProfileId): void {
    if (this.#last !== id) this.#write({ last: id })
  }

  /** The time of the last activity in a profile whose changes are allowed. */
  allowedAt(id: ProfileId): string | undefined {
    return this.#allowed[id]
  }

  /** Notes that changes are allowed in a profile, or with undefined that they are not. */
  noteAllowed(id: ProfileId, at: string | undefined): void {
    const { [id]: before, ...others } = this.#allowed
    if (at !== before) this.#write({ allowed: at === undefined ? others : { ...others, [id]: at } })
  }

  seal(secret: string): string {
    return this.#sealer.seal(secret, PURPOSE)
  }

  /** Opens a sealed secret. Throws UnreadableSecret on another machine, or for another user. */
  unseal(sealed: string): string {
    return this.#sealer.open(sealed, PURPOSE)
  }

  #write({ profiles = this.#profiles, last = this.#last, allowed = this.#allowed }: Written): void {
    // the folder and the port of the first profile are said at each start
    const stored = profiles.map((one) =>
      one.id === HOME_PROFILE && one.kind === 'local' ? { ...one, databaseUrl: undefined } : one,
    )
    const text = JSON.stringify({ profiles: [...stored, ...this.#unread], last, allowed }, null, 2)
    writeAtomically(this.#file, (temporary) => writeFileSync(temporary, text, { mode: 0o600 }))
    this.#profiles = profiles
    this.#last = last
    this.#allowed = allowed
  }
}

/** Parts of the file that a change writes anew. */
interface Written {
  profiles?: readonly StoredProfile[]
  last?: ProfileId
  allowed?: Allowed
}

/** Makes the sealer of the secrets of profiles: its key is in the app's folder, protected by the system where it can be. */
export function profileSealer(folder: string, protection: OsProtection | undefined): Sealer {
  makeFolder(folder)
  return sealerOf(sealingKeysIn(folder, protection))
}

/** Makes the id of a new profile. */
export const newProfileId = (): ProfileId => `p-${randomBytes(4).toString('hex')}`

const NO_FILE: z.infer<typeof FileOf> = { profiles: [], allowed: {} }

/** Reads the file. One that is not readable is kept under another name before a new one is written. */
function readFile(file: string): z.infer<typeof FileOf> {
  if (!existsSync(file)) return NO_FILE
  try {
    return FileOf.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    copyFileSync(file, `${file}.damaged`)
    return NO_FILE
  }
}
