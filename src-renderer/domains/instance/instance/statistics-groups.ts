import type { InstanceStatistics } from '#shared/instance/schemas/instance-statistics.ts'
import { counted, figure } from '#ui/figures.ts'

interface Figure {
  label: string
  value: number
  /** Note beside the figure: since when, or of which total. */
  note?: string
}

/** Groups the figures by topic, each with a title. */
export function groupStatistics(of: InstanceStatistics): { title: string; figures: Figure[] }[] {
  const apps = new Map(of.clientApps.map(({ range, count }) => [range, count]))
  return [
    {
      title: 'Flags',
      figures: [
        {
          label: 'Flags',
          value: of.featureToggles,
          note: `${figure(of.archivedFeatureToggles)} archived`,
        },
        { label: 'Projects', value: of.projects },
        { label: 'Environments', value: of.environments },
        { label: 'Segments', value: of.segments },
        { label: 'Context fields', value: of.contextFields },
        { label: 'Strategies', value: of.strategies },
        {
          label: 'Release templates',
          value: of.releaseTemplates,
          note: `${counted(of.releasePlans, 'plan')} in use`,
        },
      ],
    },
    {
      title: 'People and access',
      figures: [
        { label: 'Users', value: of.users, note: `${figure(of.readOnlyUsers)} read-only` },
        { label: 'Service accounts', value: of.serviceAccounts },
        { label: 'Groups', value: of.groups },
        {
          label: 'Roles',
          value: of.roles,
          note: `${figure(of.customRootRolesInUse)} of ${figure(of.customRootRoles)} custom root roles in use`,
        },
        { label: 'Backend tokens', value: of.apiTokens.client + (of.apiTokens.backend ?? 0) },
        { label: 'Frontend tokens', value: of.apiTokens.frontend },
        { label: 'Admin tokens', value: of.apiTokens.admin },
      ],
    },
    {
      title: 'In use',
      figures: [
        { label: 'Signed in', value: of.activeUsers.last7, note: 'users in 7 days' },
        { label: 'Signed in', value: of.activeUsers.last30, note: 'users in 30 days' },
        { label: 'Signed in', value: of.activeUsers.last90, note: 'users in 90 days' },
        { label: 'Applications', value: apps.get('7d') ?? 0, note: 'in 7 days' },
        { label: 'Applications', value: apps.get('30d') ?? 0, note: 'in 30 days' },
        { label: 'Applications', value: apps.get('allTime') ?? 0, note: 'ever' },
        {
          label: 'Metrics',
          value: of.previousDayMetricsBucketsCount.enabledCount,
          note: 'hourly rows yesterday',
        },
      ],
    },
    {
      title: 'Changes',
      figures: [
        { label: 'In production', value: of.productionChanges.last30, note: 'in 30 days' },
        { label: 'In production', value: of.productionChanges.last60, note: 'in 60 days' },
        { label: 'In production', value: of.productionChanges.last90, note: 'in 90 days' },
        { label: 'Exports', value: of.featureExports },
        { label: 'Imports', value: of.featureImports },
      ],
    },
    {
      title: 'Largest',
      figures: [
        { label: 'Strategies', value: of.maxEnvironmentStrategies, note: 'per flag and environment' },
        { label: 'Constraints', value: of.maxConstraints, note: 'per strategy' },
        { label: 'Values', value: of.maxConstraintValues, note: 'per constraint' },
      ],
    },
  ]
}
