import { z } from 'zod'

import { SSO_INTEGRATIONS } from '../access/schemas/single-sign-on.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export const Theme = z.enum(THEMES)
export type Theme = z.infer<typeof Theme>

/** Messages from the page to the desktop. Everything else is dropped. */
export const PageMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('theme'), theme: Theme }),
  z.strictObject({ kind: z.literal('zoom'), step: z.enum(['in', 'out', 'reset']) }),
  z.strictObject({ kind: z.literal('reload') }),
  z.strictObject({ kind: z.literal('open-data-folder') }),
  z.strictObject({ kind: z.literal('open-guide') }),
  /** The page that stands in for a crashed one wants a support bundle. */
  z.strictObject({ kind: z.literal('support-bundle') }),
  /** The window is to become that of a person who signs in, or the first Admin's again. */
  z.strictObject({ kind: z.literal('sign-in'), integration: z.enum(SSO_INTEGRATIONS) }),
  z.strictObject({ kind: z.literal('sign-out') }),
  z.strictObject({
    kind: z.literal('closing'),
    /** asking: the page heard and asks; remembered: what was chosen earlier. */
    choice: z.enum(['asking', 'stay', 'serve', 'quit', 'remembered']),
    remember: z.boolean(),
  }),
])
export type PageMessage = z.infer<typeof PageMessage>

/** Versions that the About dialog names. */
export interface Versions {
  app: string
  electron: string
  chrome: string
  node: string
}

/** Messages from the desktop to the page. */
export type DesktopMessage =
  | { kind: 'welcome'; versions: Versions; isAfterCrash: boolean; isSignedIn: boolean; theme: Theme }
  /** Something about the profiles has changed, such as whether changes are allowed: the page reads them again. */
  | { kind: 'profiles' }
  /** A command of the menu, by the id that the palette knows it by. */
  | { kind: 'command'; command: string }
  /** The window is being closed: the page asks about unsaved input, then whether to keep serving. */
  | { kind: 'closing'; asks: boolean }
  /** A scenario file that the system opened with the app: the page shows its plan. */
  | { kind: 'file'; name: string; text: string }
  /** Text of a support bundle, for the page that stands in for a crashed one. */
  | { kind: 'support-bundle'; text: string }
