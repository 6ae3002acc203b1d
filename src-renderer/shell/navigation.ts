import Activity from '@lucide/svelte/icons/activity'
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column'
import ChartLine from '@lucide/svelte/icons/chart-line'
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right'
import Bot from '@lucide/svelte/icons/bot'
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
import Server from '@lucide/svelte/icons/server'
import Settings from '@lucide/svelte/icons/settings'
import RefreshCw from '@lucide/svelte/icons/refresh-cw'
import Rocket from '@lucide/svelte/icons/rocket'
import ScanEye from '@lucide/svelte/icons/scan-eye'
import Shapes from '@lucide/svelte/icons/shapes'
import Plug from '@lucide/svelte/icons/plug'
import Radio from '@lucide/svelte/icons/radio'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal'
import Tags from '@lucide/svelte/icons/tags'
import LogIn from '@lucide/svelte/icons/log-in'
import Stethoscope from '@lucide/svelte/icons/stethoscope'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Megaphone from '@lucide/svelte/icons/megaphone'
import Milestone from '@lucide/svelte/icons/milestone'
import Users from '@lucide/svelte/icons/users'
import UsersRound from '@lucide/svelte/icons/users-round'
import type { Component } from 'svelte'

import { getAccessOverview } from '../../src-shared/access/contract/access-overview.ts'
import { getAllApiTokens } from '../../src-shared/access/contract/api-tokens.ts'
import { getEvaluationLog } from '../../src-shared/clients/contract/evaluation-log.ts'
import { getImpressions } from '../../src-shared/clients/contract/impressions.ts'
import { getLoginHistory } from '../../src-shared/access/contract/login-history.ts'
import { getOidcSettings } from '../../src-shared/access/contract/oidc.ts'
import { getRequestLog } from '../../src-shared/instance/contract/request-log.ts'
import { getRoles } from '../../src-shared/access/contract/roles.ts'
import { getServiceAccounts } from '../../src-shared/access/contract/service-accounts.ts'
import { getScimOverview } from '../../src-shared/access/contract/scim-settings.ts'
import { getUsers } from '../../src-shared/access/contract/users.ts'
import type { DeclaredOperation } from '../lib/rights.svelte.ts'

export interface NavigationEntry {
  path: string
  label: string
  icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>
  /** g, then this letter, jumps there. There are more pages than letters: the palette leads to all. */
  key?: string
  /**
   * Operation that the page needs to show anything. Users without its permission find the entry disabled,
   * with the reason.
   */
  reads?: DeclaredOperation
}

/** Home page. */
export const HOME: NavigationEntry = { path: '/', label: 'Home', icon: House, key: 'h' }

/** Sidebar in groups, daily things first. */
export const NAVIGATION_GROUPS: readonly { label: string; entries: readonly NavigationEntry[] }[] = [
  {
    label: '',
    entries: [
      HOME,
      { path: '/projects', label: 'Projects', icon: FolderKanban, key: 'p' },
      { path: '/features', label: 'Flags', icon: Flag, key: 'f' },
      { path: '/change-requests', label: 'Change requests', icon: GitPullRequestArrow, key: 'q' },
      { path: '/playground', label: 'Playground', icon: FlaskConical, key: 'y' },
      { path: '/signals', label: 'Signals', icon: Radio, key: 'w' },
      { path: '/archive', label: 'Archive', icon: Archive, key: 'a' },
    ],
  },
  {
    label: 'Configure',
    entries: [
      { path: '/admin/environments', label: 'Environments', icon: Layers, key: 'v' },
      { path: '/segments', label: 'Segments', icon: Group, key: 's' },
      { path: '/context', label: 'Context fields', icon: Braces, key: 'c' },
      { path: '/strategies', label: 'Strategies', icon: SlidersHorizontal, key: 'r' },
      { path: '/release-templates', label: 'Release templates', icon: Rocket, key: 'g' },
      { path: '/tag-types', label: 'Tag types', icon: Tags, key: 'd' },
      { path: '/feature-types', label: 'Flag types', icon: Shapes, key: 'k' },
      { path: '/api-tokens', label: 'API tokens', icon: KeyRound, key: 't', reads: getAllApiTokens },
      { path: '/doctor', label: 'Doctor', icon: Stethoscope },
      { path: '/integrations', label: 'Integrations', icon: Plug },
    ],
  },
  {
    label: 'Insights',
    entries: [
      { path: '/applications', label: 'Applications', icon: AppWindow, key: 'n' },
      { path: '/insights', label: 'Insights', icon: ChartNoAxesColumn },
      { path: '/impact-metrics', label: 'Impact metrics', icon: ChartLine },
      { path: '/evaluation-log', label: 'Evaluation log', icon: Activity, key: 'l', reads: getEvaluationLog },
      { path: '/request-log', label: 'Request log', icon: ArrowLeftRight, reads: getRequestLog },
      { path: '/impressions', label: 'Impressions', icon: Eye, key: 'i', reads: getImpressions },
      { path: '/seen-contexts', label: 'Seen contexts', icon: ScanEye, key: 'z' },
      { path: '/events', label: 'Event log', icon: History, key: 'e' },
    ],
  },
  {
    label: 'Admin',
    entries: [
      { path: '/admin/users', label: 'Users', icon: Users, key: 'u', reads: getUsers },
      {
        path: '/admin/service-accounts',
        label: 'Service accounts',
        icon: Bot,
        key: 'b',
        reads: getServiceAccounts,
      },
      { path: '/admin/groups', label: 'Groups', icon: UsersRound, key: 'o' },
      { path: '/admin/roles', label: 'Roles', icon: ShieldCheck, key: 'm', reads: getRoles },
      { path: '/admin/access', label: 'Access', icon: LockKeyhole, key: 'x', reads: getAccessOverview },
      { path: '/admin/single-sign-on', label: 'Single sign-on', icon: LogIn, reads: getOidcSettings },
      { path: '/admin/logins', label: 'Login history', icon: ScrollText, reads: getLoginHistory },
      { path: '/admin/provisioning', label: 'Provisioning', icon: RefreshCw, reads: getScimOverview },
      { path: '/versions', label: 'Versions', icon: Milestone, key: 'j' },
      { path: '/admin/banners', label: 'Banners', icon: Megaphone },
      { path: '/admin/instance', label: 'Instance', icon: Server },
      { path: '/settings', label: 'Settings', icon: Settings },
    ],
  },
]

/** All entries, in order. */
export const NAVIGATION = NAVIGATION_GROUPS.flatMap((group) => group.entries)

/** Checks whether a location is at or below a path of the sidebar. */
export function isWithin(location: string, path: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`))
}
