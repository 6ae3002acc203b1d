/** Sections of the settings of a service, in the order of the window and of docs/configuration.md. */
export const SETTING_SECTIONS = {
  network: 'Network',
  outbound: 'Outgoing connections',
  version: 'Contract version',
  storage: 'Storage and backups',
  running: 'Running',
  start: 'First start',
  import: 'Import at every start',
  scenario: 'Scenario file at every start',
  mirror: 'Mirror of another instance',
  work: 'Actions and integrations',
  email: 'E-mail',
  telemetry: 'OpenTelemetry',
  limits: 'Limits',
  retention: 'Retention',
} as const
export type SettingSection = keyof typeof SETTING_SECTIONS
