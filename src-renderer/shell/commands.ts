import { createPolicy } from '#shared/changes/contract/policies.ts'
import { push, router } from 'svelte-spa-router'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { createEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { createSignalEndpoint } from '#shared/signals/contract/signal-endpoints.ts'
import { createUser } from '#shared/access/contract/users.ts'
import type { Profile } from '#shared/desktop/profiles.ts'
import { BASE_PATH } from '#lib/base-path.ts'
import { currentOf } from '#lib/desktop-api.ts'
import { hasDesktop, sendToDesktop } from '#lib/desktop.svelte.ts'
import { intent } from '#lib/intent.svelte.ts'
import { lackOfPage } from '#lib/lack-of-page.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { notifyRefused } from '#lib/notify.ts'
import { need, refusalOf, rights } from '#lib/rights.svelte.ts'
import type { Need } from '#ui/surroundings.ts'
import { chooseTheme } from '#lib/theme.svelte.ts'
import { go } from './history.svelte.ts'
import { currentProject, lastProject } from './last-project.ts'
import { mainActionOf } from './main-action.ts'
import { overlays } from './overlays.svelte.ts'
import { keysOf, SHEET } from './own-shortcuts.svelte.ts'
import { copyPageLink } from './page-links.ts'
import { lockChanges } from './profiles/profile-acts.ts'
import { modifier } from './shortcuts.ts'
import { toggleSidebar } from './sidebar.svelte.ts'

/** Command available everywhere: in the palette, and in the menu of the desktop. */
export interface Command {
  /** Identifier used by the menu of the desktop. */
  id: string
  label: string
  /** Other words that users search for. */
  also?: string
  keys?: string
  needs?: Need
  /** Explains why there is nothing to do at the service of this window. */
  lack?: () => string | undefined
  run: () => void
}

const onPage = (path: string) => () => {
  intent.set(mainActionOf(path), path)
  void push(path)
}

/** Opens the page of the current project, else of the last one. */
const newFlag = (): void => onPage(`/projects/${currentProject(router.location) ?? lastProject()}`)()

const CREATE: readonly Command[] = [
  { id: 'new-flag', label: 'New flag', also: 'create add feature toggle', run: newFlag },
  { id: 'new-project', label: 'New project', needs: need(createProject), run: onPage('/projects') },
  {
    id: 'new-user',
    label: 'New user',
    also: 'invite person member',
    needs: need(createUser),
    run: onPage('/admin/users'),
  },
  {
    id: 'new-group',
    label: 'New group',
    also: 'team',
    needs: need(createGroup),
    run: onPage('/admin/groups'),
  },
  {
    id: 'new-role',
    label: 'New role',
    also: 'permissions',
    needs: need(createRole),
    run: onPage('/admin/roles'),
  },
  {
    id: 'new-service-account',
    label: 'New service account',
    also: 'bot machine',
    needs: need(createServiceAccount),
    run: onPage('/admin/service-accounts'),
  },
  {
    id: 'new-api-token',
    label: 'New API token',
    also: 'sdk key secret',
    needs: need(createApiToken),
    run: onPage('/api-tokens'),
  },
  { id: 'new-segment', label: 'New segment', also: 'audience', run: onPage('/segments') },
  {
    id: 'new-context-field',
    label: 'New context field',
    needs: need(createContextField),
    run: onPage('/context'),
  },
  {
    id: 'new-environment',
    label: 'New environment',
    needs: need(createEnvironment),
    run: onPage('/admin/environments'),
  },
  { id: 'new-strategy', label: 'New strategy', also: 'custom', run: onPage('/strategies') },
  {
    id: 'new-release-template',
    label: 'New release template',
    also: 'rollout plan',
    run: onPage('/release-templates'),
  },
  { id: 'new-tag-type', label: 'New tag type', run: onPage('/tag-types') },
  { id: 'new-policy', label: 'New policy', needs: need(createPolicy), run: onPage('/policies') },
  {
    id: 'new-integration',
    label: 'New integration',
    also: 'webhook slack addon',
    run: onPage('/integrations'),
  },
  {
    id: 'new-signal-endpoint',
    label: 'New signal endpoint',
    also: 'webhook',
    needs: need(createSignalEndpoint),
    run: onPage('/signals'),
  },
  {
    id: 'new-token-of-mine',
    label: 'New personal access token',
    also: 'api key profile',
    run: () => void push('/profile'),
  },
].map((command) => ({
  ...(command.needs ? {} : { lack: () => rights.readOnly }),
  ...command,
  also: `create add ${command.also ?? ''}`,
}))

const WINDOW: readonly Command[] = [
  {
    id: 'doctor',
    label: 'Check a token, URL or SDK error',
    also: 'doctor help connect sdk 401 403 404 cors econnrefused troubleshoot debug',
    lack: () => lackOfPage('/doctor'),
    run: () => void push('/doctor'),
  },
  {
    id: 'agents',
    label: 'Connect an agent',
    also: 'mcp model context protocol ai assistant llm tools',
    lack: () => lackOfPage('/agents'),
    run: () => void push('/agents'),
  },
  {
    id: 'start',
    label: 'Get started',
    also: 'first run welcome demo tour connect my code sdk help onboarding',
    lack: () => lackOfPage('/start'),
    run: () => void push('/start'),
  },
  {
    id: 'guide',
    label: 'Documentation',
    also: 'help guide manual reference docs search',
    run: () =>
      hasDesktop()
        ? sendToDesktop({ kind: 'open-guide' })
        : void window.open(`${BASE_PATH}/help/`, '_blank', 'noopener'),
  },
  {
    id: 'support',
    label: 'Make a support bundle',
    also: 'help bug report problem log diagnostics error',
    lack: () => lackOfPage('/support'),
    run: () => void push('/support'),
  },
  {
    id: 'theme-system',
    label: 'Theme: system',
    also: 'appearance settings',
    run: () => chooseTheme('system'),
  },
  {
    id: 'theme-light',
    label: 'Theme: light',
    also: 'appearance settings day',
    run: () => chooseTheme('light'),
  },
  {
    id: 'theme-dark',
    label: 'Theme: dark',
    also: 'appearance settings night',
    run: () => chooseTheme('dark'),
  },
  { id: 'toggle-sidebar', label: 'Toggle sidebar', also: 'narrow widen navigation', run: toggleSidebar },
  {
    id: 'copy-link',
    label: 'Copy link to this page',
    also: 'url address share deep link',
    run: () => void copyPageLink(hasDesktop() ? 'app' : 'browser'),
  },
  { id: 'back', label: 'Back', run: () => go('back') },
  { id: 'forward', label: 'Forward', run: () => go('forward') },
  {
    id: 'reload',
    label: 'Reload',
    also: 'refresh',
    run: () => (hasDesktop() ? sendToDesktop({ kind: 'reload' }) : location.reload()),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    also: 'keys help sheet',
    get keys() {
      return keysOf(SHEET)
    },
    run: () => (overlays.shortcuts = true),
  },
  { id: 'about', label: 'About Halyard', also: 'version help', run: () => (overlays.about = true) },
]

/** The profile of this window, as far as it is read. */
const currentProfile = (): Profile | undefined =>
  currentOf(queryClient.getQueryData<Profile[]>(keys.profiles))

/** Explains why the profile of this window has no folder here. */
const lackOfFolder = (): string | undefined =>
  (currentProfile()?.kind ?? 'local') === 'local'
    ? undefined
    : 'The data of this instance are not on this computer.'

const SAFE_MODE_IS_OFF = 'Safe mode is off for this instance. Turn it on in Settings, Instances.'

/** Explains why changes can't be allowed in this window. */
function lackOfLock(): string | undefined {
  const { safeMode = 'off', allowsChanges = true } = currentProfile() ?? {}
  if (safeMode === 'off') return SAFE_MODE_IS_OFF
  return allowsChanges ? 'Changes are allowed already.' : undefined
}

/** Explains why this window can't be made read-only. */
function lackOfPermission(): string | undefined {
  const { safeMode = 'off', allowsChanges = true } = currentProfile() ?? {}
  if (safeMode === 'off') return SAFE_MODE_IS_OFF
  return allowsChanges ? undefined : 'It is read-only already.'
}

/** Commands of the desktop window only; browsers zoom and find by themselves. */
const DESKTOP: readonly Command[] = [
  { id: 'zoom-in', label: 'Zoom in', also: 'larger', run: () => sendToDesktop({ kind: 'zoom', step: 'in' }) },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    also: 'smaller',
    run: () => sendToDesktop({ kind: 'zoom', step: 'out' }),
  },
  {
    id: 'zoom-reset',
    label: 'Actual size',
    also: 'zoom reset',
    run: () => sendToDesktop({ kind: 'zoom', step: 'reset' }),
  },
  {
    id: 'profiles',
    label: 'Manage instances',
    also: 'switch profile remote server connect local',
    run: () => void push('/profiles'),
  },
  {
    id: 'compare-profiles',
    label: 'Compare instances',
    also: 'profiles promote flags difference staging production',
    run: () => void push('/profiles/compare'),
  },
  {
    id: 'allow-changes',
    label: 'Allow changes',
    also: 'safe mode unlock write read-only production',
    lack: lackOfLock,
    run: () => (overlays.allowChanges = true),
  },
  {
    id: 'lock-changes',
    label: 'Make this window read-only',
    also: 'safe mode lock now protect production',
    lack: lackOfPermission,
    run: () => {
      const current = currentProfile()
      if (current) void lockChanges(current)
    },
  },
  {
    id: 'copy-browser-link',
    label: 'Copy link to this page for a browser',
    also: 'url address share http',
    run: () => void copyPageLink('browser'),
  },
  { id: 'find', label: 'Find in page', keys: `${modifier} F`, run: () => (overlays.find = true) },
  {
    id: 'open-data-folder',
    label: 'Open data folder',
    also: 'files database backups',
    lack: lackOfFolder,
    run: () => sendToDesktop({ kind: 'open-data-folder' }),
  },
]

/** Lists all commands, in the desktop window or in a browser. */
export const commands = (): readonly Command[] => [...CREATE, ...WINDOW, ...(hasDesktop() ? DESKTOP : [])]

/** Explains why a command can't be run now; undefined: it can. */
export const refusalOfCommand = ({ lack, needs }: Command): string | undefined => lack?.() ?? refusalOf(needs)

/** Runs a command of the desktop's menu. The menu does not know the service of the window: a notice says what it lacks. */
export function runCommand(id: string): void {
  if (id.startsWith('go:')) return void push(id.slice(3))
  if (id === 'palette') return void (overlays.palette = true)
  const command = commands().find((one) => one.id === id)
  if (!command) return
  const refusal = refusalOfCommand(command)
  if (refusal === undefined) command.run()
  else notifyRefused(`Can't run “${command.label}”`, new Error(refusal))
}
