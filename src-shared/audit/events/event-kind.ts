/**
 * Kind of event. `affectsClients`: SDKs may get a different configuration after it, so it counts for the
 * revision behind their ETag. `label` and `summary` are shown by the events API
 * (docs/contract/audit.md#events).
 */
export interface EventKind {
  label: string
  affectsClients: boolean
  /** Markdown: `{user}`, `{feature}`, `{project}`, `{environment}` and `{name}` (of the data) are filled in. */
  summary: string
}
