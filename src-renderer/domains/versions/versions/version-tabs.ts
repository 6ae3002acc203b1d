export const VERSION_TABS = [
  { path: '/versions', label: 'Changes' },
  { path: '/versions/calls', label: 'Requests' },
  { path: '/versions/planner', label: 'Upgrade planner' },
  { path: '/versions/ports', label: 'Ports' },
  { path: '/versions/remotes', label: 'Remotes' },
] as const
