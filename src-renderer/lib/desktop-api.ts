import { createTRPCClient, type TRPCClient } from '@trpc/client'

import type { ProfilesRouter } from '../../src-main/profiles/profiles-router.ts'
import type { OriginalProfile, Profile } from '../../src-shared/desktop/profiles.ts'
import { ipcLink } from '../../src-shared/rpc/ipc-link.ts'
import type { RpcBridge } from '../../src-shared/rpc/ipc-protocol.ts'
import { keys, queryClient } from './queries.ts'

let connected: { bridge: RpcBridge; client: TRPCClient<ProfilesRouter> } | undefined

/** Calls the desktop app itself, not the instance that the window shows. Throws in a browser, which has none. */
export function desktopApi(): TRPCClient<ProfilesRouter>['desktop'] {
  const bridge = window.halyard
  if (!bridge) throw new Error('Profiles are part of the desktop app.')
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
