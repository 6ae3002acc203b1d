/**
 * What one knows of a kind of event.
 * `affectsClients`: SDKs may see another configuration after it, so it counts for the revision behind their ETag.
 * `label` and `summary` are what the events API shows (docs/contract/audit.md#events).
 */
export interface EventKind {
  label: string
  affectsClients: boolean
  /** Markdown: `{user}`, `{feature}`, `{project}`, `{environment}` and `{name}` (of the data) are filled in. */
  summary: string
}
