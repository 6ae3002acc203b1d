import { isAlias, isMap, isNode, isSeq, parseDocument, visit, type Document } from 'yaml'

import { isEqual } from '#shared/configuration/equality.ts'
import { MASK } from '#shared/integrations/addons/index.ts'
import { withoutSecrets } from '#shared/transfer/scenario/integration-secrets.ts'
import { keysOf } from '#shared/transfer/scenario/item-keys.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { writtenItem } from '../scenario/written-item.ts'
import { inStableOrder } from '../scenario/scenario-text.ts'
import { editOf } from './source-edit.ts'
import { isRecord } from '#shared/own-value.ts'

/**
 * Changes a scenario file into what the instance is, given the plan that would change the instance into what the file
 * says. Comments stay. Returns undefined if the file has aliases: a change of one place would change others.
 */
export function editDocument(
  text: string,
  items: ScenarioItems,
  steps: readonly PlannedStep[],
): string | undefined {
  const document = parseDocument(text, { uniqueKeys: false })
  let hasAliases = false
  visit(document, (_key, node) => {
    hasAliases ||= isAlias(node)
  })
  if (hasAliases) return undefined
  const removed: [ScenarioList, number][] = []
  for (const step of steps) {
    const { list, name, before } = step
    const edit = editOf(step)
    const place = placeOf(list, items, name)
    if (edit === 'add') document.addIn([list], document.createNode(inStableOrder(writtenItem(list, before))))
    else if (edit === 'remove') removed.push([list, place])
    else {
      for (const change of step.changes)
        setValue(
          document,
          [list, place],
          step,
          list === 'integrations' ? withoutSecrets(step, change, MASK) : change,
        )
      // one without a name would be another one once it is about something else
      const { name: own } = writtenItem(list, before) as { name?: string }
      if (list === 'expect' && own !== undefined) document.setIn([list, place, 'name'], own)
    }
  }
  // from the end on: the places of the others stay
  for (const path of removed.sort(([, one], [, other]) => other - one)) document.deleteIn(path)
  const isJson = text.trimStart().startsWith('{')
  return isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 })
}

const placeOf = <List extends ScenarioList>(list: List, items: ScenarioItems, name: string) =>
  [...keysOf(list, (items[list] ?? []) as NonNullable<ScenarioItems[List]>).keys()].indexOf(name)

function setValue(
  document: Document,
  place: readonly (string | number)[],
  { list, after }: PlannedStep,
  { path, before }: PlannedStep['changes'][number],
): void {
  const at = [...place, ...(keysOfPath(after, path) ?? [path])]
  // a file holds the value of a token because somebody wrote it there; the service adds none
  if (before === undefined || path === 'secret') document.deleteIn(at)
  // false is a value of a context, and of a result
  else if (list === 'expect') document.setIn(at, document.createNode(inStableOrder(before)))
  else merge(document, at, inStableOrder(before))
}

type DocumentPath = readonly (string | number)[]

/** Sets a value, and leaves alone what is equal within it: its comments stay, too. */
function merge(document: Document, at: DocumentPath, value: unknown): void {
  const node = document.getIn(at, true)
  if (isMap(node) && isRecord(value)) mergeMap(document, at, value, Object.keys(node.toJSON() as object))
  else if (isSeq(node) && Array.isArray(value)) {
    for (let index = node.items.length - 1; index >= value.length; index -= 1) node.delete(index)
    for (const [index, one] of value.entries())
      if (index < node.items.length) merge(document, [...at, index], one)
      else node.add(document.createNode(saysSomething(one)))
  } else if (!isNode(node) || !isEqual(node.toJSON(), value)) document.setIn(at, document.createNode(value))
}

function mergeMap(document: Document, at: DocumentPath, value: object, present: readonly string[]): void {
  for (const key of present) if (!Object.hasOwn(value, key)) document.deleteIn([...at, key])
  for (const [key, one] of Object.entries(value))
    if (present.includes(key)) merge(document, [...at, key], one)
    else if (!isNothing(one)) document.setIn([...at, key], document.createNode(one))
}

/** Values that mean the same as none within a list, such as the constraints of a strategy. */
const isNothing = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Copies an element of a list without the properties that mean nothing. */
const saysSomething = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => !isNothing(one))) : value

/** Finds the keys that a path such as `environments.development.enabled` joins: names may have dots, too. */
function keysOfPath(value: unknown, path: string): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (path === key) return [key]
    const rest = path.startsWith(`${key}.`) ? keysOfPath(inner, path.slice(key.length + 1)) : undefined
    if (rest) return [key, ...rest]
  }
  return undefined
}
