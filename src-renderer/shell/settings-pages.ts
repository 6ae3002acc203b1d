import { getOidcSettings } from '#shared/access/contract/oidc.ts'
import { getScimOverview } from '#shared/access/contract/scim-settings.ts'
import { getDatabase } from '#shared/instance/contract/database.ts'
import { getEmailSettings } from '#shared/instance/contract/email.ts'
import { getTraffic } from '#shared/instance/contract/traffic.ts'
import type { SettingSection } from '#shared/instance/rules/setting-sections.ts'
import { hasDesktop } from '#lib/desktop.svelte.ts'
import type { PageNeeds } from '#lib/lack-of-page.ts'

/** Page that the navigation leads to. */
export interface NavigationPage extends PageNeeds {
  label: string
  /** One sentence that says what the page is for. */
  purpose: string
  /** Two keys that jump there. */
  keys?: string
  /** Other words that it is searched by. */
  also?: string
}

/** Page of the settings. */
export interface SettingsPage extends NavigationPage {
  /** Sections of the settings file that it shows; absent: it shows something else. */
  sections?: readonly SettingSection[]
}

/** Group of pages of the settings. */
export interface SettingsGroup {
  label: string
  pages: readonly [SettingsPage, ...SettingsPage[]]
}

/** Address of the settings: their first page. */
export const SETTINGS_PATH = '/settings'

const THIS_WINDOW: SettingsPage = {
  path: SETTINGS_PATH,
  label: 'This window',
  purpose: 'How Halyard looks and behaves on this computer.',
  keys: 'g ,',
  also: 'settings theme appearance notifications updates login editor',
}

/** Page of the desktop app, which browsers do not have. */
const PROFILES: SettingsPage = {
  path: '/profiles',
  label: 'Instances',
  purpose: 'Instances that this app shows, here and elsewhere.',
  keys: 's o',
  also: 'switch profile remote server local',
}

/** Groups of the settings in a browser, in order. */
export const SETTINGS_GROUPS: readonly [SettingsGroup, ...SettingsGroup[]] = [
  { label: 'This window', pages: [THIS_WINDOW] },
  {
    label: 'This instance',
    pages: [
      {
        path: '/admin/instance',
        label: 'Statistics',
        purpose: 'What this instance holds, and its version.',
        keys: 's t',
        also: 'instance about limits figures version',
      },
      {
        path: '/admin/instance/licence',
        label: 'Licence',
        purpose: 'The plan, its seats and its key.',
        keys: 's l',
        also: 'license plan key seats invoices edition',
      },
      {
        path: '/settings/limits',
        label: 'Limits',
        purpose: 'How much of everything there may be.',
        also: 'configuration bounds',
        sections: ['limits'],
      },
      {
        path: '/settings/retention',
        label: 'Retention',
        purpose: 'How long records are kept.',
        also: 'configuration keep delete events signals days',
        sections: ['retention'],
      },
      {
        path: '/admin/instance/maintenance',
        label: 'Maintenance',
        purpose: 'Holds all changes while you work on the instance.',
        keys: 's m',
        also: 'maintenance mode read-only',
      },
      {
        path: '/admin/banners',
        label: 'Banners',
        purpose: "Notices on top of everyone's window.",
        keys: 's b',
        also: 'messages notice',
      },
      {
        path: '/admin/instance/email',
        label: 'E-mail',
        purpose: 'The mail server, and what was sent.',
        keys: 's e',
        also: 'smtp mail server templates test message',
        reads: getEmailSettings,
      },
      {
        path: '/admin/instance/feedback',
        label: 'Feedback',
        purpose: 'Comments that users left.',
        keys: 's f',
        also: 'comments',
      },
      {
        path: '/admin/instance/database',
        label: 'Database',
        purpose: 'Where the data is, and its way to PostgreSQL.',
        keys: 's d',
        also: 'postgresql sqlite move',
        reads: getDatabase,
      },
      {
        path: '/settings/storage',
        label: 'Storage',
        purpose: 'Folders, memory and backups.',
        keys: 's v',
        also: 'settings configuration storage backups',
        sections: ['storage', 'running'],
      },
      {
        path: '/settings/work',
        label: 'Background work',
        purpose: 'How actions and e-mails are tried again.',
        also: 'configuration actions retry',
        sections: ['work', 'email'],
      },
      {
        path: '/settings/start',
        label: 'Start',
        purpose: 'What happens when the instance starts.',
        also: 'configuration import initial',
        sections: ['start', 'import'],
      },
    ],
  },
  {
    label: 'Network',
    pages: [
      {
        path: '/settings/network',
        label: 'Addresses',
        purpose: 'Where the instance listens, and whom it may call.',
        also: 'configuration network hosts port proxy outbound telemetry',
        sections: ['network', 'outbound', 'telemetry'],
      },
      {
        path: '/admin/instance/network',
        label: 'Traffic',
        purpose: 'Requests by kind and month.',
        keys: 's n',
        also: 'network requests',
        reads: getTraffic,
      },
      {
        path: '/admin/instance/cors',
        label: 'CORS',
        purpose: 'Web pages that may use the frontend API.',
        keys: 's c',
        also: 'origins frontend api',
      },
      {
        path: '/mirror',
        label: 'Mirror',
        purpose: 'The instance whose flags this one serves, and how old they are.',
        also: 'upstream edge replica follow offline',
      },
      {
        path: '/admin/instance/edge',
        label: 'Edge',
        purpose: 'Replicas that answer in place of this instance.',
        keys: 's g',
        also: 'proxy cdn',
      },
      {
        path: '/versions/ports',
        label: 'Ports',
        purpose: 'Further ports, each with a contract version of its own.',
        also: 'listeners',
      },
      {
        path: '/settings/version',
        label: 'Contract version',
        purpose: 'The version as which this instance answers.',
        also: 'configuration plan strict',
        sections: ['version'],
      },
    ],
  },
  {
    label: 'Sign-in',
    pages: [
      {
        path: '/admin/single-sign-on',
        label: 'OpenID Connect',
        purpose: 'Sign-in at your OpenID Connect provider.',
        keys: 's s',
        also: 'single sign-on sso oidc',
        reads: getOidcSettings,
      },
      {
        path: '/admin/single-sign-on/saml',
        label: 'SAML',
        purpose: 'Sign-in at your SAML 2.0 provider.',
        also: 'single sign-on sso',
        reads: getOidcSettings,
      },
      {
        path: '/admin/single-sign-on/password',
        label: 'Password',
        purpose: 'Sign-in with a name and a password.',
        also: 'single sign-on',
        reads: getOidcSettings,
      },
      {
        path: '/admin/single-sign-on/rehearsal',
        label: 'Group sync rehearsal',
        purpose: 'Groups that a sign-in would give someone, without signing in.',
        also: 'single sign-on groups',
        reads: getOidcSettings,
      },
      {
        path: '/admin/provisioning',
        label: 'Provisioning',
        purpose: 'Users and groups that your identity provider manages by SCIM.',
        keys: 's p',
        also: 'scim users groups',
        reads: getScimOverview,
      },
    ],
  },
  {
    label: 'Catalogue',
    pages: [
      {
        path: '/strategies',
        label: 'Strategies',
        purpose: 'Types of strategies that flags can use.',
        keys: 'g r',
      },
      {
        path: '/tag-types',
        label: 'Tag types',
        purpose: 'Kinds of tags, and where their values lead.',
        keys: 'g d',
      },
      {
        path: '/feature-types',
        label: 'Flag types',
        purpose: 'Kinds of flags, and how long each should live.',
        keys: 'g k',
      },
      {
        path: '/release-templates',
        label: 'Release templates',
        purpose: 'Rollouts in milestones, ready to be used by flags.',
        keys: 'g g',
      },
      {
        path: '/policies',
        label: 'Policies',
        purpose: 'Rules for changes of flags: what is warned of, and what is refused.',
        also: 'rules guardrails limits change window',
      },
    ],
  },
  {
    label: 'Developer tools',
    pages: [
      {
        path: '/doctor',
        label: 'Doctor',
        purpose: 'Finds out why an SDK gets no flags.',
        keys: 'i d',
      },
      {
        path: '/agents',
        label: 'Agents',
        purpose: 'Coding agents that work with flags here.',
        keys: 'i g',
      },
      {
        path: '/versions',
        label: 'Versions',
        purpose: 'What changed between versions of the service.',
        keys: 'g j',
        also: 'upgrade migration contract ports',
      },
      {
        path: '/versions/planner',
        label: 'Upgrade planner',
        purpose: 'Steps of an upgrade, in the order in which they are safe.',
        also: 'versions steps rehearsal',
      },
      {
        path: '/versions/calls',
        label: 'Affected requests',
        purpose: 'Requests that an upgrade would change or refuse.',
        also: 'versions upgrade calls deprecated removed report',
      },
      {
        path: '/versions/remotes',
        label: 'Remotes',
        purpose: 'Other instances to compare with and to pull from.',
        also: 'versions remote instances pull import',
      },
      {
        path: '/admin/instance/scenario',
        label: 'Scenario',
        purpose: 'The whole configuration as a file, and snapshots of it.',
        keys: 's a',
        also: 'yaml json file apply export import everything snapshot restore',
      },
    ],
  },
]

/** Groups of the settings, in the desktop window or in a browser. */
export const settingsGroups = (): typeof SETTINGS_GROUPS => {
  const [window, ...others] = SETTINGS_GROUPS
  return hasDesktop() ? [{ ...window, pages: [...window.pages, PROFILES] }, ...others] : SETTINGS_GROUPS
}

/** All pages of the settings, in order. */
export const settingsPages = (): readonly SettingsPage[] => settingsGroups().flatMap(({ pages }) => pages)
