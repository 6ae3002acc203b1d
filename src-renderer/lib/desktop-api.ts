import { createTRPCClient, type TRPCClient } from '@trpc/client'

import type { ProfilesRouter } from '#main/profiles/profiles-router.ts'
import { isRunning, type CopyState } from '#shared/desktop/copies.ts'
import type { OriginalProfile, Profile } from '#shared/desktop/profiles.ts'
import { ipcLink } from '#shared/rpc/ipc-link.ts'
import type { RpcBridge } from '#shared/rpc/ipc-protocol.ts'
import { keys, queryClient } from './queries.ts'

let connected: { bridge: RpcBridge; client: TRPCClient<ProfilesRouter> } | undefined

/** Calls the desktop app itself, not the instance that the window shows. Throws in a browser, which has none. */
export function desktopApi(): TRPCClient<ProfilesRouter>['desktop'] {
  const bridge = window.halyard
  if (!bridge) throw new Error('Only the desktop app shows several instances.')
  if (connected?.bridge !== bridge)
    connected = { bridge, client: createTRPCClient<ProfilesRouter>({ links: [ipcLink(bridge)] }) }
  return connected.client.desktop
}

/** Reads the profiles of the app; another window may have changed them. None in a browser. */
export const profilesQuery = () => ({
  queryKey: keys.profiles,
  queryFn: () => desktopApi().profiles.query(),
  enabled: window.halyard !== undefined,
  refetchOnWindowFocus: true,
  staleTime: 1000,
})

/** Finds the profile of this window. */
export const currentOf = (profiles: readonly Profile[] | undefined): Profile | undefined =>
  profiles?.find(({ isCurrent }) => isCurrent)

/** Finds the profile of this window, if it shows an Unleash-compatible service. */
export const originalOf = (profiles: readonly Profile[] | undefined): OriginalProfile | undefined =>
  profiles?.find((one): one is OriginalProfile => one.isCurrent && one.kind === 'original')

/** Reads the settings of the app; another window may have changed them. None in a browser. */
export const appSettingsQuery = () => ({
  queryKey: keys.appSettings,
  queryFn: () => desktopApi().settings.query(),
  enabled: window.halyard !== undefined,
  refetchOnWindowFocus: true,
  staleTime: 1000,
})

/** Reads the profiles again after a change: the app has no event log that would say so. */
export const readProfilesAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keys.profiles })

const COPY_POLL_MS = 500

/** Reads the copy in the making, again and again while it goes on: no event tells of it. None in a browser. */
export const copyStateQuery = () => ({
  queryKey: keys.copyState,
  queryFn: async () => {
    const before = queryClient.getQueryData<CopyState | null>(keys.copyState)
    const state = await desktopApi().copyState.query()
    // one that has ended is a profile, or has a new account
    if (before && state && before.phase !== state.phase && !isRunning(state)) await copyChanged()
    return state
  },
  enabled: window.halyard !== undefined,
  refetchInterval: ({ state }: { state: { data: CopyState | null | undefined } }) =>
    state.data && isRunning(state.data) ? COPY_POLL_MS : (false as const),
  staleTime: 0,
})

const MIRROR_POLL_MS = 1000

/** Reads the state of a mirror of this app, again and again: no event tells that its upstream was asked. null: it is stopped. */
export const mirrorStateQuery = (id: string) => ({
  queryKey: keys.mirrorOf(id),
  queryFn: () => desktopApi().mirrorState.query({ id }),
  enabled: window.halyard !== undefined,
  refetchInterval: MIRROR_POLL_MS,
  staleTime: 0,
})

/** Reads the account of a copy. */
export const copyRecordQuery = (copy: string) => ({
  queryKey: keys.copyRecord(copy),
  queryFn: () => desktopApi().copyRecord.query({ copy }),
  staleTime: 0,
})

async function copyChanged(): Promise<void> {
  await readProfilesAgain()
  await queryClient.invalidateQueries({ queryKey: keys.copyRecords })
}

/** Shows what a copy has begun to do, or does no longer. */
export const readCopyAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.copyState })
