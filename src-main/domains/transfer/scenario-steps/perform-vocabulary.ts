import { createContextField, deleteContextField, updateContextField } from '#shared/flags/contract/context.ts'
import {
  createContextFieldForProject,
  deleteContextFieldForProject,
  updateContextFieldForProject,
} from '#shared/flags/contract/project-context.ts'
import { createSegment, removeSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import { createTagType, deleteTagType, updateTagType } from '#shared/flags/contract/tags.ts'
import type { FlagPerformer, Item } from './step-performer.ts'

export const performContextField: FlagPerformer<'contextFields'> = async (apply, step) => {
  const { action, name: contextField, before, after } = step
  const { project, ...field } = { ...before, ...after } as Item<'contextFields'>
  const { name: _name, ...body } = field
  if (project) {
    const params = { projectId: project, contextField }
    if (action === 'delete') return apply.perform(deleteContextFieldForProject, { params })
    if (action === 'update') return apply.perform(updateContextFieldForProject, { params, body })
    return apply.perform(createContextFieldForProject, { params: { projectId: project }, body: field })
  }
  const params = { contextField }
  if (action === 'delete') return apply.perform(deleteContextField, { params })
  if (action === 'update') return apply.perform(updateContextField, { params, body })
  return apply.perform(createContextField, { body: field })
}

export const performTagType: FlagPerformer<'tagTypes'> = async (apply, { action, name, before, after }) => {
  const params = { name }
  if (action === 'delete') return apply.perform(deleteTagType, { params })
  const { name: _name, ...body } = { ...before, ...after } as Item<'tagTypes'>
  if (action === 'update') return apply.perform(updateTagType, { params, body })
  return apply.perform(createTagType, { body: { name, ...body } })
}

export const performSegment: FlagPerformer<'segments'> = async (apply, { action, name, before, after }) => {
  const params = { id: String(apply.ids.segments.idOf(name)) }
  if (action === 'delete') return apply.perform(removeSegment, { params })
  const body = { ...before, ...after }
  if (action === 'update') return apply.perform(updateSegment, { params, body })
  const { id } = await apply.perform(createSegment, { body })
  apply.ids.segments.set(name, id)
}
