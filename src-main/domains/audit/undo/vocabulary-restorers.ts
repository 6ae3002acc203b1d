import { createContextField, deleteContextField, updateContextField } from '#shared/flags/contract/context.ts'
import { updateFeatureTypeLifetime } from '#shared/flags/contract/feature-types.ts'
import {
  createContextFieldForProject,
  deleteContextFieldForProject,
  updateContextFieldForProject,
} from '#shared/flags/contract/project-context.ts'
import { createSegment, removeSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import {
  createStrategy,
  deprecateStrategy,
  reactivateStrategy,
  removeStrategy,
  updateStrategy,
} from '#shared/flags/contract/strategy-types.ts'
import {
  createTag,
  createTagType,
  deleteTag,
  deleteTagType,
  updateTagType,
} from '#shared/flags/contract/tags.ts'
import type { Restored } from '#kernel/use-case.ts'
import { perform } from './perform.ts'
import type { PartRestorer } from './part-restorer.ts'

type Data = Record<string, unknown>

const segment: PartRestorer = async (context, [, id], now, goal) => {
  const params = { id }
  if (goal === undefined) await perform(context, removeSegment, { params })
  else if (now !== undefined) await perform(context, updateSegment, { params, body: goal })
  else {
    const restored: Restored = { ...(goal as Restored), ...(id === undefined ? {} : { id }) }
    await perform(context, createSegment, { body: goal }, restored)
  }
}

const contextField: PartRestorer = async (context, [, name], now, goal) => {
  const projectId = ((goal ?? now) as Data)['project']
  const ofProject = projectId !== undefined
  const params = { contextField: name, ...(ofProject ? { projectId } : {}) }
  if (goal === undefined)
    await perform(context, ofProject ? deleteContextFieldForProject : deleteContextField, { params })
  else if (now !== undefined)
    await perform(context, ofProject ? updateContextFieldForProject : updateContextField, {
      params,
      body: goal,
    })
  else
    await perform(
      context,
      ofProject ? createContextFieldForProject : createContextField,
      { params, body: { name, ...(goal as Data) } },
      goal as Restored,
    )
}

const tagType: PartRestorer = async (context, [, name], now, goal) => {
  const params = { name }
  if (goal === undefined) await perform(context, deleteTagType, { params })
  else if (now !== undefined) await perform(context, updateTagType, { params, body: goal })
  else await perform(context, createTagType, { body: { name, ...(goal as Data) } })
}

const tag: PartRestorer = async (context, [, type, value], _now, goal) => {
  if (goal === undefined) await perform(context, deleteTag, { params: { type, value } })
  else await perform(context, createTag, { body: { type, value } })
}

const strategyType: PartRestorer = async (context, [, name], now, goal) => {
  const params = { name }
  if (goal === undefined) await perform(context, removeStrategy, { params })
  else if (now !== undefined) await perform(context, updateStrategy, { params, body: goal })
  else await perform(context, createStrategy, { body: { name, ...(goal as Data) } })
}

const deprecation: PartRestorer = async (context, [, strategyName], _now, goal) => {
  await perform(context, goal === true ? deprecateStrategy : reactivateStrategy, { params: { strategyName } })
}

const featureType: PartRestorer = async (context, [, id], _now, goal) => {
  await perform(context, updateFeatureTypeLifetime, { params: { id }, body: goal })
}

/** Ways to make what flags are made of as it should be, by kind. */
export const VOCABULARY_RESTORERS: Readonly<Record<string, PartRestorer>> = {
  'context-field': contextField,
  'tag-type': tagType,
  tag,
  segment,
  'strategy-type': strategyType,
  'strategy-type-deprecated': deprecation,
  'feature-type': featureType,
}
