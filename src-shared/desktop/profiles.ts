import { z } from 'zod'

import { ConnectionChange, type ConnectionFacts } from '../schemas/connection.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import { SafeModeSettings, type SafeModeState } from './safe-mode.ts'

export const PROFILE_COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'slate'] as const
export type ProfileColour = (typeof PROFILE_COLOURS)[number]

export const PROFILE_ICONS = ['flag', 'laptop', 'server', 'cloud', 'flask', 'rocket'] as const
export type ProfileIcon = (typeof PROFILE_ICONS)[number]

/** Profile of the data folder that the app was started with. It cannot be deleted. */
export const HOME_PROFILE = 'home'

export const ProfileId = z
  .string()
  .max(10)
  .regex(/^(home|p-[0-9a-f]{8})$/)
export type ProfileId = string

/** Look by which people tell profiles apart. */
export const ProfileLook = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
  colour: z.enum(PROFILE_COLOURS),
  icon: z.enum(PROFILE_ICONS),
})
export type ProfileLook = z.infer<typeof ProfileLook>

/** Settings of a profile that each kind has. Absent: the usual ones of its kind. */
const Settings = { ...ProfileLook.shape, ...SafeModeSettings.partial().shape }

const LocalPort = z.union([z.int().min(1).max(65_535), z.literal('auto')], {
  error: 'Enter a port from 1 to 65535.',
})

/** Address of a remote instance: no query, no fragment, no password, no slash at the end. */
export const RemoteUrl = z
  .string()
  .trim()
  .max(2000)
  .transform(withoutTrailingSlashes)
  .refine(isPlainUrl, 'Enter an address such as https://flags.example.com.')

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

const TokenCredentials = z.strictObject({
  kind: z.literal('token'),
  token: z
    .string()
    .trim()
    .min(1, 'Enter a personal access token.')
    .max(500)
    .regex(/^[\x21-\x7e]*$/, 'A token has no spaces.'),
})
export type TokenCredentials = z.infer<typeof TokenCredentials>

/** Proof of who one is at a remote Halyard. A password is used once, for a session. */
export const RemoteCredentials = z.discriminatedUnion('kind', [
  TokenCredentials,
  z.strictObject({
    kind: z.literal('password'),
    username: z.string().min(1, 'Enter a username.').max(500),
    password: z.string().min(1, 'Enter a password.').max(500),
  }),
])
export type RemoteCredentials = z.infer<typeof RemoteCredentials>

/** Backend token of an upstream. */
const UpstreamToken = z
  .string()
  .trim()
  .min(1, 'Enter a token.')
  .max(500)
  .regex(/^[!-+\--~]*$/, 'A token has no spaces and no commas.')

const UpstreamTokens = z
  .array(UpstreamToken)
  .min(1, 'Enter a backend token of the instance.')
  .max(20, 'Enter at most 20 tokens.')

/** Instance that a local one mirrors, and the backend tokens that say what of it. */
export const Mirrored = z.strictObject({ url: RemoteUrl, tokens: UpstreamTokens })
export type Mirrored = z.infer<typeof Mirrored>

/** Profile to create. A local one has its own data folder; `folder` absent: one below the app's. */
export const NewProfile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('local'),
    ...Settings,
    folder: z.string().trim().min(1).max(1000).optional(),
    port: LocalPort.default('auto'),
    /** PostgreSQL instead of the file in the data folder. */
    databaseUrl: z.string().trim().min(1).max(2000).optional(),
    /** Scenario that fills it at once, such as the demo. */
    scenario: z.string().max(1_000_000).optional(),
    /** Instance whose flags it has; absent: it has flags of its own. */
    mirror: Mirrored.optional(),
  }),
  z.strictObject({
    kind: z.literal('remote'),
    ...Settings,
    url: RemoteUrl,
    credentials: RemoteCredentials,
    connection: ConnectionChange.optional(),
  }),
  z.strictObject({
    kind: z.literal('original'),
    ...Settings,
    url: RemoteUrl,
    credentials: TokenCredentials,
    connection: ConnectionChange.optional(),
  }),
])
export type NewProfile = z.infer<typeof NewProfile>

/** Change of a profile. Absent parts stay as they are. */
export const ProfileChange = z.strictObject({
  ...ProfileLook.partial().shape,
  ...SafeModeSettings.partial().shape,
  port: LocalPort.optional(),
  url: RemoteUrl.optional(),
  connection: ConnectionChange.optional(),
  /** Upstream of a mirror; without tokens, those that it has. */
  mirror: z.strictObject({ url: RemoteUrl, tokens: UpstreamTokens.optional() }).optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

interface ProfileFacts extends ProfileLook, SafeModeState {
  id: ProfileId
  /** True for the profile of the window that asks. */
  isCurrent: boolean
  /** True while its service runs in this app, or a window is connected to it. */
  isOpen: boolean
  /** True if it has a window. */
  hasWindow: boolean
}

/** Source of a copy on this computer. */
export interface CopiedFrom {
  name: string
  url: string
  copiedAt: string
  /** False after an update that was cut short. */
  isWhole: boolean
}

/** Profile as the window sees it: without secrets. */
export type Profile = ProfileFacts &
  (
    | {
        kind: 'local'
        folder: string
        port: number | 'auto'
        /** Address on which it listens; null while it does not. */
        url: string | null
        /** True if its data are in PostgreSQL. */
        usesPostgres: boolean
        /** Instance that it is a copy of; null: it is none. */
        copiedFrom: CopiedFrom | null
        /** Address of the instance that it mirrors; null: it has flags of its own. */
        mirrorOf: string | null
      }
    | ({ kind: 'remote'; url: string } & Connected)
    | OriginalFacts
  )

/** Service that runs in this app, and ends with it. */
export interface ServedInstance {
  name: string
  url: string
  /** SDKs that it heard from in the last minutes. null: it does not say. */
  clients: number | null
}

/** Terms of the connection to a service elsewhere. */
interface Connected {
  /** Absent: the usual certificates and proxy. */
  connection?: ConnectionFacts
}

/** Unleash-compatible service that is no Halyard, by its published contract. */
interface OriginalFacts extends Connected {
  kind: 'original'
  url: string
}

/** Profile of an Unleash-compatible service. */
export type OriginalProfile = ProfileFacts & OriginalFacts

/** Contents of an exported profile: no secret, no folder of this machine, and no permission to change anything. */
export const ProfileFile = z.strictObject({
  halyardProfile: z.literal(1),
  ...Settings,
  kind: z.enum(['local', 'remote', 'original']),
  url: RemoteUrl.optional(),
  port: LocalPort.optional(),
  mirrorOf: RemoteUrl.optional(),
})
export type ProfileFile = z.infer<typeof ProfileFile>
