import type { ActionSetNote } from '#shared/signals/schemas/action-rules.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

type Details<N> = N extends ActionSetNote ? Omit<N, 'id'> : never

/** Keeps what became of a signal that matched a set and did not execute it. */
export async function insertNote(
  queries: Queries,
  { project, ...note }: Details<ActionSetNote> & { project: string },
): Promise<void> {
  const { actionSetId, signalId, createdAt, kind, ...details } = note
  await queries
    .insertInto('action_set_notes')
    .values({
      ...{ action_set_id: actionSetId, signal_id: signalId, project, kind },
      ...{ details: toJson(details), created_at: createdAt },
    })
    .execute()
}

/** The note without its project, as answers have it. */
export const toNote = ({ project: _project, ...note }: ActionSetNote & { project: string }): ActionSetNote =>
  note

interface NoteFilter {
  signalId?: number
  project?: string
  setId?: number
}

/** Reads notes, newest first: of a signal, or of a set. A signal has at most one for each set of its endpoint. */
export async function readNotesOf(
  queries: Queries,
  { signalId, project, setId }: NoteFilter,
  page?: { limit: number; offset: number },
): Promise<(ActionSetNote & { project: string })[]> {
  const rows = await queries
    .selectFrom('action_set_notes')
    .selectAll()
    .$if(signalId !== undefined, (q) => q.where('signal_id', '=', signalId ?? 0))
    .$if(project !== undefined, (q) => q.where('project', '=', project ?? ''))
    .$if(setId !== undefined, (q) => q.where('action_set_id', '=', setId ?? 0))
    .orderBy('id', 'desc')
    .$if(page !== undefined, (q) => q.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    actionSetId: row.action_set_id,
    signalId: row.signal_id,
    project: row.project,
    createdAt: row.created_at,
    kind: row.kind,
    ...fromJson<object>(row.details),
  })) as (ActionSetNote & { project: string })[]
}
