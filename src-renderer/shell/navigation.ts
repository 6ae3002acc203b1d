import AppWindow from '@lucide/svelte/icons/app-window'
import Braces from '@lucide/svelte/icons/braces'
import Flag from '@lucide/svelte/icons/flag'
import FlaskConical from '@lucide/svelte/icons/flask-conical'
import FolderKanban from '@lucide/svelte/icons/folder-kanban'
import GitPullRequestArrow from '@lucide/svelte/icons/git-pull-request-arrow'
import Group from '@lucide/svelte/icons/group'
import History from '@lucide/svelte/icons/history'
import House from '@lucide/svelte/icons/house'
import KeyRound from '@lucide/svelte/icons/key-round'
import Layers from '@lucide/svelte/icons/layers'
import Plug from '@lucide/svelte/icons/plug'
import Radio from '@lucide/svelte/icons/radio'
import Settings from '@lucide/svelte/icons/settings'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import type { Component } from 'svelte'

import { getAccessOverview } from '#shared/access/contract/access-overview.ts'
import { getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getLoginHistory } from '#shared/access/contract/login-history.ts'
import { getAllPublicSignupTokens } from '#shared/access/contract/public-signup.ts'
import { getRoles } from '#shared/access/contract/roles.ts'
import { getServiceAccounts } from '#shared/access/contract/service-accounts.ts'
import { getUsers } from '#shared/access/contract/users.ts'
import { getEvaluationLog } from '#shared/clients/contract/evaluation-log.ts'
import { getImpressions } from '#shared/clients/contract/impressions.ts'
import { getRequestLog } from '#shared/instance/contract/request-log.ts'
import { refusalOfPage } from '#lib/lack-of-page.ts'
import { isWithin } from './is-within.ts'
import { SETTINGS_GROUPS, settingsGroups, settingsPages, type NavigationPage } from './settings-pages.ts'

/** Entry of the sidebar, with its pages as tabs. The first one gives it its address. */
export interface Area {
  label: string
  icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>
  pages: readonly [NavigationPage, ...NavigationPage[]]
}

const area = (label: string, icon: Area['icon'], ...pages: Area['pages']): Area => ({ label, icon, pages })

const DAILY: readonly Area[] = [
  area('Home', House, {
    path: '/',
    label: 'Home',
    purpose: 'What waits for you, and what happened lately.',
    keys: 'g h',
    also: 'start dashboard overview',
  }),
  area('Projects', FolderKanban, {
    path: '/projects',
    label: 'Projects',
    purpose: 'Flags that belong together, with their members and environments.',
    keys: 'g p',
  }),
  area(
    'Flags',
    Flag,
    {
      path: '/features',
      label: 'Flags',
      purpose: 'Every switch in your code, and where it is on.',
      keys: 'g f',
      also: 'toggles',
    },
    {
      path: '/archive',
      label: 'Archive',
      purpose: 'Flags that are no longer served. They can be revived.',
      keys: 'g a',
      also: 'deleted',
    },
    {
      path: '/overrides',
      label: 'Overrides',
      purpose: 'Values that lie over flags for a while, for everybody or for some.',
      keys: 'i o',
      also: 'overlay local force',
    },
  ),
  area('Change requests', GitPullRequestArrow, {
    path: '/change-requests',
    label: 'Change requests',
    purpose: 'Changes that wait for an approval, in all projects.',
    keys: 'g q',
  }),
  area('Signals', Radio, {
    path: '/signals',
    label: 'Signals',
    purpose: 'What other systems report, and the actions that follow.',
    keys: 'g w',
  }),
  area('Playground', FlaskConical, {
    path: '/playground',
    label: 'Playground',
    purpose: 'What a context would get, and why.',
    keys: 'g y',
    also: 'try evaluate test',
  }),
]

const CONFIGURATION: readonly Area[] = [
  area('Segments', Group, {
    path: '/segments',
    label: 'Segments',
    purpose: 'Groups of users that strategies aim at, kept in one place.',
    keys: 'g s',
    also: 'audiences',
  }),
  area('Context fields', Braces, {
    path: '/context',
    label: 'Context fields',
    purpose: 'What constraints can ask about a user or a request.',
    keys: 'g c',
  }),
  area('Environments', Layers, {
    path: '/admin/environments',
    label: 'Environments',
    purpose: 'Where flags are on or off, in the order in which changes move on.',
    keys: 'g v',
  }),
  area('API tokens', KeyRound, {
    path: '/api-tokens',
    label: 'API tokens',
    purpose: 'Secrets with which SDKs and scripts sign in.',
    keys: 'g t',
    also: 'sdk keys secrets',
    reads: getAllApiTokens,
  }),
  area('Integrations', Plug, {
    path: '/integrations',
    label: 'Integrations',
    purpose: 'Services that are told about changes here.',
    keys: 'c i',
    also: 'addons webhooks slack teams datadog',
  }),
]

const RECORDS: readonly Area[] = [
  area(
    'Applications',
    AppWindow,
    {
      path: '/applications',
      label: 'Applications',
      purpose: 'Programs that ask for flags, with their SDKs and instances.',
      keys: 'g n',
    },
    {
      path: '/propagation',
      label: 'Propagation',
      purpose: 'Which SDKs have the latest flags, and which are behind.',
      keys: 'i p',
      also: 'revision behind lag rollout sdks streams',
    },
    {
      path: '/seen-contexts',
      label: 'Seen contexts',
      purpose: 'Values that applications sent, to aim and to rehearse with.',
      keys: 'g z',
    },
    {
      path: '/insights',
      label: 'Insights',
      purpose: 'How flags come and go, and how healthy projects are.',
      keys: 'i i',
    },
    {
      path: '/impact-metrics',
      label: 'Impact metrics',
      purpose: 'What applications measure while flags change.',
      keys: 'i m',
    },
  ),
  area(
    'Activity',
    History,
    {
      path: '/events',
      label: 'Event log',
      purpose: 'Who changed what, where and when.',
      keys: 'g e',
      also: 'audit history log activity',
    },
    {
      path: '/request-log',
      label: 'Request log',
      purpose: 'Requests that this instance answered, and what was decided.',
      keys: 'i r',
      reads: getRequestLog,
    },
    {
      path: '/evaluation-log',
      label: 'Evaluation log',
      purpose: 'Answers of the frontend API with their reasons, and results that SDKs report.',
      keys: 'g l',
      reads: getEvaluationLog,
    },
    {
      path: '/impressions',
      label: 'Impressions',
      purpose: 'Events of flags whose impression data is on.',
      keys: 'g i',
      reads: getImpressions,
    },
  ),
  area(
    'Access',
    ShieldCheck,
    {
      path: '/admin/users',
      label: 'Users',
      purpose: 'People who can sign in.',
      keys: 'g u',
      also: 'people members accounts',
      reads: getUsers,
    },
    {
      path: '/admin/users/invite-links',
      label: 'Invite links',
      purpose: 'Links with which people sign up by themselves.',
      also: 'sign up join',
      reads: getAllPublicSignupTokens,
    },
    {
      path: '/admin/groups',
      label: 'Groups',
      purpose: 'Users who get the same roles.',
      keys: 'g o',
    },
    {
      path: '/admin/service-accounts',
      label: 'Service accounts',
      purpose: 'Accounts of scripts and actions.',
      keys: 'g b',
      reads: getServiceAccounts,
    },
    {
      path: '/admin/roles',
      label: 'Root roles',
      purpose: 'Permissions on the whole instance.',
      keys: 'g m',
      also: 'permissions',
      reads: getRoles,
    },
    {
      path: '/admin/roles/project',
      label: 'Project roles',
      purpose: 'Permissions in a project and its environments.',
      also: 'permissions',
      reads: getRoles,
    },
    {
      path: '/admin/access',
      label: 'Who can',
      purpose: 'Permissions that each user has, and where.',
      keys: 'g x',
      also: 'access overview permissions who may',
      reads: getAccessOverview,
    },
    {
      path: '/admin/access/simulator',
      label: 'Simulator',
      purpose: 'Whether someone may do something, and what decides it.',
      also: 'access simulator who may permission check why',
    },
    {
      path: '/admin/logins',
      label: 'Login history',
      purpose: 'Attempts to sign in, and how they ended.',
      keys: 'a l',
      also: 'sign-ins',
      reads: getLoginHistory,
    },
  ),
]

/** Entries of the sidebar in groups: those of every day, what flags are made of, what is kept about them. */
export const AREA_GROUPS = [
  { label: 'Daily', areas: DAILY },
  { label: 'Configuration', areas: CONFIGURATION },
  { label: 'Records', areas: RECORDS },
] as const

/** All entries of the sidebar but the settings, in order. */
export const AREAS = AREA_GROUPS.flatMap(({ areas }) => areas)

/** Entry of the settings, which have a navigation of their own. */
export const SETTINGS: Area = area('Settings', Settings, ...SETTINGS_GROUPS[0].pages)

/** Pages of the areas, in order. */
export const AREA_PAGES: readonly NavigationPage[] = AREAS.flatMap(({ pages }) => pages)

/** All pages of the navigation: those of the areas, then those of the settings. */
export const navigationPages = (): readonly NavigationPage[] => [...AREA_PAGES, ...settingsPages()]

/** Place of a location in the navigation. */
export interface Place {
  area: Area
  /** Group of the settings that the page is in. */
  group?: string
  page: NavigationPage
}

/** Finds the place of a location: the page with the longest path that it is at or below; undefined: it has none. */
export function placeOf(location: string): Place | undefined {
  const places: Place[] = [
    ...AREAS.flatMap((one) => one.pages.map((page) => ({ area: one, page }))),
    ...settingsGroups().flatMap(({ label, pages }) =>
      pages.map((page) => ({ area: SETTINGS, group: label, page })),
    ),
  ]
  return places
    .filter(({ page }) => isWithin(location, page.path))
    .sort((a, b) => b.page.path.length - a.page.path.length)[0]
}

/** Checks whether a location is in the settings. */
export const isSettings = (location: string): boolean => placeOf(location)?.area === SETTINGS

/** Chooses the page that an entry of the sidebar leads to: its first one that may be seen. */
export const firstPageOf = ({ pages }: Area): NavigationPage =>
  pages.find((page) => refusalOfPage(page) === undefined) ?? pages[0]
