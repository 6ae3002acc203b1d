import { rename } from 'node:fs/promises'
import path from 'node:path'

import type { Mirrored } from '#shared/desktop/profiles.ts'
import { readConfig } from '#settings/config.ts'
import type { AppError } from '#kernel/app-error.ts'
import { createLogger } from '#kernel/logger.ts'
import { Outbound } from '#kernel/outbound.ts'
import type { AppActs } from '#main/profiles/procedures.ts'
import { Copies } from '#main/profiles/copy/copies.ts'
import { openLocally } from '#main/profiles/open-locally.ts'
import { profileSealer, ProfileStore } from '#main/profiles/profile-store.ts'
import { Profiles } from '#main/profiles/profiles.ts'
import { responderFor } from '#main/profiles/profiles-router.ts'
import { wasm } from '../runner/wasm.ts'

export const LOOK = { name: 'Staging', colour: 'amber', icon: 'cloud' } as const
/** A call that nobody ends. */
export const signal = new AbortController().signal

const logger = createLogger('silent')
/** A person who would rather not. */
const refusing = { recovery: async () => undefined, port: async () => false }

async function openHere(dataDir: string, port: string, mirror?: Mirrored) {
  const upstream = mirror ? { upstreamUrl: mirror.url, upstreamTokens: mirror.tokens } : {}
  const config = readConfig({ dataDir, port, ...upstream }, {})
  const connection = await openLocally({ config, wasm, logger }, refusing)
  if (!connection) throw new Error('Its port is in use.')
  return connection
}

/** Starts the app on the data in a folder: its own service, and the profiles that are known there. */
export async function startProfiles(folder: string): Promise<Profiles> {
  const dataDir = path.join(folder, 'home')
  const window = path.join(dataDir, 'window')
  const home = await openHere(dataDir, 'auto')
  return new Profiles({
    store: new ProfileStore(window, profileSealer(window, undefined), {
      name: 'Halyard',
      colour: 'blue',
      icon: 'flag',
      folder: dataDir,
      port: 'auto',
    }),
    folder: path.join(dataDir, 'profiles'),
    home: Promise.resolve(home),
    openLocal: ({ folder: own, port }, { mirror }) => openHere(own, String(port), mirror),
    outbound: new Outbound({ allowPrivate: true, allowList: [] }),
    discardFolder: (discarded) => rename(discarded, `${discarded}.trash`),
  })
}

/** Lists the profiles, as the window of the first. */
export const listed = (profiles: Profiles) => profiles.list('home', new Set(['home']))

/** The field at fault, and what is said about it. */
export const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error: unknown) =>
      (error as AppError).details.map(({ path: at = '', message }) => `${at}: ${message}`)[0],
  )

/** Asks the app itself, as the window of a profile: the first one, unless another is named. */
export const askApp = (
  profiles: Profiles,
  at: string,
  type: 'query' | 'mutation',
  input?: object,
  profileId = 'home',
) =>
  responderFor(profileId, {
    profiles,
    copies: new Copies(profiles),
    windows: {
      withWindow: () => new Set<string>(),
      show: async () => undefined,
      closeOf: () => undefined,
      refresh: () => undefined,
    },
    app: { chooseFolder: async () => '/home/me/shop' } as AppActs,
  }).answer({ path: `desktop.${at}`, type, input, signal })
