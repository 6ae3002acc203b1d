import { getOidcSettings } from '#shared/access/contract/oidc.ts'
import { getScimOverview } from '#shared/access/contract/scim-settings.ts'
import { getDatabase } from '#shared/instance/contract/database.ts'
import { getEmailSettings } from '#shared/instance/contract/email.ts'
import { getTraffic } from '#shared/instance/contract/traffic.ts'
import { hasDesktop } from '#lib/desktop.svelte.ts'
import type { PageNeeds } from '#lib/lack-of-page.ts'
import type { DeclaredOperation } from '#lib/rights.svelte.ts'
import { isWithin } from './is-within.ts'

/** Page of the settings area. */
export interface SettingsPage extends PageNeeds {
  label: string
  /** Two keys that jump there. */
  keys: string
  /** Other words that it is searched by. */
  also?: string
}

/** Address of the settings area: its first page. */
export const SETTINGS_PATH = '/admin/instance'

const instancePage = (
  tab: string,
  label: string,
  keys: string,
  also: string,
  reads?: DeclaredOperation,
): SettingsPage => ({
  path: tab === '' ? SETTINGS_PATH : `${SETTINGS_PATH}/${tab}`,
  label,
  keys,
  also,
  ...(reads && { reads }),
})

/** Pages of the settings area in groups. */
export const SETTINGS_GROUPS: readonly { label: string; entries: readonly SettingsPage[] }[] = [
  {
    label: 'Instance',
    entries: [
      instancePage('', 'Statistics', 's t', 'settings instance limits figures version'),
      { path: '/settings', label: 'Configuration', keys: 's v', also: 'settings limits retention storage' },
      instancePage('licence', 'Licence', 's l', 'license plan key seats invoices edition'),
      instancePage('maintenance', 'Maintenance', 's m', 'maintenance mode read-only'),
      { path: '/admin/banners', label: 'Banners', keys: 's b', also: 'messages notice' },
      instancePage('feedback', 'Feedback', 's f', 'comments'),
    ],
  },
  {
    label: 'Network and data',
    entries: [
      instancePage('network', 'Network', 's n', 'traffic requests', getTraffic),
      instancePage('edge', 'Edge', 's g', 'proxy cdn'),
      instancePage('cors', 'CORS', 's c', 'origins frontend api'),
      instancePage('email', 'E-mail', 's e', 'smtp mail server templates test message', getEmailSettings),
      instancePage('database', 'Database', 's d', 'postgresql sqlite move', getDatabase),
      instancePage(
        'scenario',
        'Scenario',
        's a',
        'yaml json file apply export import everything snapshot restore',
      ),
    ],
  },
  {
    label: 'Sign-in',
    entries: [
      {
        path: '/admin/single-sign-on',
        label: 'Single sign-on',
        keys: 's s',
        also: 'sso oidc saml password',
        reads: getOidcSettings,
      },
      {
        path: '/admin/provisioning',
        label: 'Provisioning',
        keys: 's p',
        also: 'scim users groups',
        reads: getScimOverview,
      },
    ],
  },
]

/** Settings of the desktop app, which browsers do not have. */
const APP_GROUP = {
  label: 'This app',
  entries: [
    { path: '/profiles', label: 'Profiles', keys: 's o', also: 'switch instance remote server local' },
  ],
}

/** Groups of the settings area, in the desktop window or in a browser. */
export const settingsGroups = (): typeof SETTINGS_GROUPS =>
  hasDesktop() ? [...SETTINGS_GROUPS, APP_GROUP] : SETTINGS_GROUPS

/** All pages of the settings area, in order. */
export const settingsPages = (): readonly SettingsPage[] => settingsGroups().flatMap(({ entries }) => entries)

/** Checks whether a location is in the settings area. */
export const isSettings = (location: string): boolean =>
  settingsPages().some(({ path }) => isWithin(location, path))

/** Finds the page of a location: the instance's first page has others below its address. */
export const settingsPageAt = (location: string): SettingsPage | undefined =>
  settingsPages()
    .filter(({ path }) => isWithin(location, path))
    .sort((a, b) => b.path.length - a.path.length)[0]
