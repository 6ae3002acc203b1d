import type { Area } from './areas.ts'

/**
 * Kind of event. `affectsClients`: SDKs may get a different configuration after it, so it counts for the
 * revision behind their ETag. `label` and `summary` are shown by the events API
 * (docs/contract/audit.md#events).
 */
export interface EventKind {
  label: string
  affectsClients: boolean
  /** Template of a sentence: `{feature}` and the other placeholders (`sentence.ts`) are filled in. */
  summary: string
  /** Template of the sentence in the window, where it reads better than the one that HTTP callers get. */
  sentence: string
  /** Areas of data that such an event may have changed. The event log and Home change with every event. */
  touches: readonly Area[]
}

interface Options {
  affectsClients?: boolean
  /** Absent: the summary, without the project where it names a flag, which leads there. */
  sentence?: string
}

type MakeKind = (label: string, summary: string, options?: Options) => EventKind

const PROJECT = / in project \{project\}$/

/** Makes the function that makes kinds of events that touch these areas. */
export function kindTouching(...touches: Area[]): MakeKind {
  return (label, summary, { affectsClients = false, sentence } = {}) => ({
    label,
    affectsClients,
    summary,
    sentence: sentence ?? (summary.includes('{feature}') ? summary.replace(PROJECT, '') : summary),
    touches,
  })
}
