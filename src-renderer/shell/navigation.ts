import Activity from '@lucide/svelte/icons/activity'
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column'
import ChartNoAxesCombined from '@lucide/svelte/icons/chart-no-axes-combined'
import ChartLine from '@lucide/svelte/icons/chart-line'
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right'
import Bot from '@lucide/svelte/icons/bot'
import BotMessageSquare from '@lucide/svelte/icons/bot-message-square'
import AppWindow from '@lucide/svelte/icons/app-window'
import Archive from '@lucide/svelte/icons/archive'
import Braces from '@lucide/svelte/icons/braces'
import Eye from '@lucide/svelte/icons/eye'
import Flag from '@lucide/svelte/icons/flag'
import FlaskConical from '@lucide/svelte/icons/flask-conical'
import FolderKanban from '@lucide/svelte/icons/folder-kanban'
import GitPullRequestArrow from '@lucide/svelte/icons/git-pull-request-arrow'
import Group from '@lucide/svelte/icons/group'
import House from '@lucide/svelte/icons/house'
import History from '@lucide/svelte/icons/history'
import KeyRound from '@lucide/svelte/icons/key-round'
import Layers from '@lucide/svelte/icons/layers'
import LockKeyhole from '@lucide/svelte/icons/lock-keyhole'
import Rocket from '@lucide/svelte/icons/rocket'
import ScanEye from '@lucide/svelte/icons/scan-eye'
import Settings from '@lucide/svelte/icons/settings'
import Shapes from '@lucide/svelte/icons/shapes'
import Plug from '@lucide/svelte/icons/plug'
import Radio from '@lucide/svelte/icons/radio'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal'
import SlidersVertical from '@lucide/svelte/icons/sliders-vertical'
import Tags from '@lucide/svelte/icons/tags'
import Stethoscope from '@lucide/svelte/icons/stethoscope'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Milestone from '@lucide/svelte/icons/milestone'
import UserCog from '@lucide/svelte/icons/user-cog'
import Users from '@lucide/svelte/icons/users'
import UsersRound from '@lucide/svelte/icons/users-round'
import type { Component } from 'svelte'

import { getAccessOverview } from '#shared/access/contract/access-overview.ts'
import { getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getEvaluationLog } from '#shared/clients/contract/evaluation-log.ts'
import { getImpressions } from '#shared/clients/contract/impressions.ts'
import { getLoginHistory } from '#shared/access/contract/login-history.ts'
import { getRequestLog } from '#shared/instance/contract/request-log.ts'
import { getRoles } from '#shared/access/contract/roles.ts'
import { getServiceAccounts } from '#shared/access/contract/service-accounts.ts'
import { getUsers } from '#shared/access/contract/users.ts'
import type { PageNeeds } from '#lib/lack-of-page.ts'
import { isWithin } from './is-within.ts'
import { isSettings, SETTINGS_PATH } from './settings-pages.ts'

export interface NavigationEntry extends PageNeeds {
  label: string
  icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>
  /** Two keys that jump there: g and a letter, or the letter of its section and another. */
  keys: string
}

/** Home page. */
export const HOME: NavigationEntry = { path: '/', label: 'Home', icon: House, keys: 'g h' }

/** Entry of the settings area, which has a navigation of its own. */
export const SETTINGS: NavigationEntry = {
  path: SETTINGS_PATH,
  label: 'Settings',
  icon: Settings,
  keys: 'g ,',
}

/** Entries that stay in sight. */
export const DAILY: readonly NavigationEntry[] = [
  HOME,
  { path: '/projects', label: 'Projects', icon: FolderKanban, keys: 'g p' },
  { path: '/features', label: 'Flags', icon: Flag, keys: 'g f' },
  { path: '/change-requests', label: 'Change requests', icon: GitPullRequestArrow, keys: 'g q' },
  { path: '/signals', label: 'Signals', icon: Radio, keys: 'g w' },
  { path: '/playground', label: 'Playground', icon: FlaskConical, keys: 'g y' },
]

export interface NavigationSection {
  label: string
  /** Stands for the section in the narrow sidebar. */
  icon: NavigationEntry['icon']
  entries: readonly NavigationEntry[]
}

/** Sections of the sidebar, which fold. */
export const SECTIONS: readonly NavigationSection[] = [
  {
    label: 'Configure',
    icon: SlidersVertical,
    entries: [
      { path: '/admin/environments', label: 'Environments', icon: Layers, keys: 'g v' },
      { path: '/segments', label: 'Segments', icon: Group, keys: 'g s' },
      { path: '/context', label: 'Context fields', icon: Braces, keys: 'g c' },
      { path: '/strategies', label: 'Strategies', icon: SlidersHorizontal, keys: 'g r' },
      { path: '/release-templates', label: 'Release templates', icon: Rocket, keys: 'g g' },
      { path: '/tag-types', label: 'Tag types', icon: Tags, keys: 'g d' },
      { path: '/feature-types', label: 'Flag types', icon: Shapes, keys: 'g k' },
      { path: '/api-tokens', label: 'API tokens', icon: KeyRound, keys: 'g t', reads: getAllApiTokens },
      { path: '/integrations', label: 'Integrations', icon: Plug, keys: 'c i' },
      { path: '/archive', label: 'Archive', icon: Archive, keys: 'g a' },
    ],
  },
  {
    label: 'Insights',
    icon: ChartNoAxesCombined,
    entries: [
      { path: '/applications', label: 'Applications', icon: AppWindow, keys: 'g n' },
      { path: '/insights', label: 'Insights', icon: ChartNoAxesColumn, keys: 'i i' },
      { path: '/impact-metrics', label: 'Impact metrics', icon: ChartLine, keys: 'i m' },
      {
        path: '/evaluation-log',
        label: 'Evaluation log',
        icon: Activity,
        keys: 'g l',
        reads: getEvaluationLog,
      },
      {
        path: '/request-log',
        label: 'Request log',
        icon: ArrowLeftRight,
        keys: 'i r',
        reads: getRequestLog,
      },
      { path: '/impressions', label: 'Impressions', icon: Eye, keys: 'g i', reads: getImpressions },
      { path: '/seen-contexts', label: 'Seen contexts', icon: ScanEye, keys: 'g z' },
      { path: '/events', label: 'Event log', icon: History, keys: 'g e' },
      { path: '/doctor', label: 'Doctor', icon: Stethoscope, keys: 'i d' },
      { path: '/agents', label: 'Agents', icon: BotMessageSquare, keys: 'i g' },
    ],
  },
  {
    label: 'Admin',
    icon: UserCog,
    entries: [
      { path: '/admin/users', label: 'Users', icon: Users, keys: 'g u', reads: getUsers },
      {
        path: '/admin/service-accounts',
        label: 'Service accounts',
        icon: Bot,
        keys: 'g b',
        reads: getServiceAccounts,
      },
      { path: '/admin/groups', label: 'Groups', icon: UsersRound, keys: 'g o' },
      { path: '/admin/roles', label: 'Roles', icon: ShieldCheck, keys: 'g m', reads: getRoles },
      { path: '/admin/access', label: 'Access', icon: LockKeyhole, keys: 'g x', reads: getAccessOverview },
      {
        path: '/admin/logins',
        label: 'Login history',
        icon: ScrollText,
        keys: 'a l',
        reads: getLoginHistory,
      },
      { path: '/versions', label: 'Versions', icon: Milestone, keys: 'g j' },
    ],
  },
]

/** All entries, in order. */
export const NAVIGATION = [...DAILY, ...SECTIONS.flatMap(({ entries }) => entries), SETTINGS]

/** Checks whether a location belongs to an entry of the sidebar. */
export const isEntryOf = (location: string, { path }: NavigationEntry): boolean =>
  path === SETTINGS_PATH ? isSettings(location) : isWithin(location, path)

/** Finds the section that a location is in; undefined: none. */
export const sectionOf = (location: string): string | undefined =>
  SECTIONS.find(({ entries }) => entries.some(({ path }) => isWithin(location, path)))?.label
