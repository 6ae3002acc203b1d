import { createContextField as create } from '#shared/flags/contract/context.ts'
import { mutation } from '#kernel/use-case.ts'
import { defineContextField } from '../../records/context/define-context-field.ts'

export const createContextField = mutation(create, (context, { body }) => defineContextField(context, body))
