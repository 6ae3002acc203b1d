import { push } from 'svelte-spa-router'

import {
  addChangesToChosenRequest,
  startChangeRequest,
} from '#shared/changes/contract/change-request-joining.ts'
import { editChange } from '#shared/changes/contract/change-requests.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { changeOf } from '#lib/change.ts'
import type { CurlRequest } from '#lib/curl.ts'
import { notifyDone, notifyDoneWith, notifyRefused } from '#lib/notify.ts'
import { notifyWritten } from '#lib/notify-written.ts'
import { queryClient } from '#lib/queries.ts'
import { toRefusal } from '#lib/refusal.ts'
import { collectWrites } from '#lib/writes.ts'
import { pendingQuery } from './change-request-queries.ts'
import { defaultDestination, type Destination } from './request-choice.ts'

export const ADD_TO_REQUEST = 'Add to change request'

interface Place {
  projectId: string
  environment: string
}

/** Place of a requested change, and the request that receives it. */
export interface RequestPlace extends Place {
  into: Destination
}

/** Destination of a change that a form does not make itself. */
export interface ChangeTarget {
  /** Label of the button. */
  action: string
  of: (change: RequestedChange) => { curl?: CurlRequest; send: () => Promise<unknown> }
}

/** Adds changes to the chosen request. */
export function addToRequestTarget(place: RequestPlace): ChangeTarget {
  const { of } = changesIntoRequest(place)
  return { action: ADD_TO_REQUEST, of: (change) => of([change]) }
}

/** Replaces a change of a request. */
export function replaceChangeTarget(params: {
  projectId: string
  changeRequestId: string
  changeId: string
}): ChangeTarget {
  return {
    action: 'Save change',
    of: (change) => {
      const { curl, send } = changeOf(editChange, { params, body: change })
      return {
        curl,
        send: async () => {
          await send()
          notifyDone('Change saved in the request')
        },
      }
    },
  }
}

function changesIntoRequest({ projectId, environment, into }: RequestPlace) {
  return {
    of: (changes: RequestedChange[]) => {
      const [only] = changes
      const body = changes.length === 1 && only ? only : changes
      const { curl, send } =
        into === 'new'
          ? changeOf(startChangeRequest, {
              params: { projectId, environment },
              body,
            })
          : changeOf(addChangesToChosenRequest, {
              params: { projectId, id: String(into) },
              body,
            })
      return {
        curl,
        send: async () => {
          const { id, title, state } = await send()
          notifyDoneWith(state === 'Draft' ? `Added to your draft “${title}”` : `Added to “${title}”`, {
            label: 'Open',
            onClick: () => void push(`/projects/${projectId}/change-requests/${id}`),
          })
        },
      }
    },
  }
}

/** Gets the request that receives a change, unless the user has chosen one. */
async function withDestination({ projectId, environment }: Place): Promise<RequestPlace> {
  const pending = await queryClient.fetchQuery({ ...pendingQuery(projectId), staleTime: 0 })
  return { projectId, environment, into: defaultDestination(pending, environment) }
}

/** Requests changes; returns true on success. */
export async function requestChanges(
  place: Place | RequestPlace,
  changes: RequestedChange[],
): Promise<boolean> {
  try {
    const chosen = 'into' in place ? place : await withDestination(place)
    await changesIntoRequest(chosen).of(changes).send()
    return true
  } catch (error) {
    notifyRefused("Couldn't add it to a change request", error)
    return false
  }
}

/** Shows an error; offers a change request where that is possible. */
export function notifyRefusedOrOffer(what: string, error: unknown, changes: RequestedChange[]): void {
  const place = toRefusal(error).changeRequest
  if (!place) return notifyRefused(what, error)
  // the rules of the project have changed since they were read
  notifyRefused(what, error, {
    label: ADD_TO_REQUEST,
    onClick: () => void requestChanges({ projectId: place.project, environment: place.environment }, changes),
  })
}

interface Change {
  /** Place to request the change; absent: it is made directly. */
  ask?: RequestPlace | undefined
  /** The same, as changes of a request. */
  changes: RequestedChange[]
  /** Error title: what could not be done. */
  refused: string
  /** Makes the change directly. */
  work: () => Promise<unknown>
  /** Notice of a change that was made directly. It offers Undo. */
  done?: string
}

/** Makes a change, or requests it. */
export async function changeOrRequest({
  ask,
  changes,
  refused,
  work,
  done,
}: Change): Promise<'done' | 'requested' | 'refused'> {
  if (ask) return (await requestChanges(ask, changes)) ? 'requested' : 'refused'
  try {
    if (done === undefined) await work()
    else notifyWritten(done, await collectWrites(work))
    return 'done'
  } catch (error) {
    notifyRefusedOrOffer(refused, error, changes)
    return 'refused'
  }
}
