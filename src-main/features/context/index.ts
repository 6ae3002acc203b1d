/**
 * Context: the fields that constraints and stickiness can use, with the values that are legal for each. The area
 * project-context does the same for the fields of one project, with the deeds that are exported here.
 */
export { changeContextField } from './change-context-field.ts'
export { putLegalValue, removeLegalValue } from './change-legal-values.ts'
export { withDefaults } from './context-field.ts'
export { readContextFields } from './context-fields.store.ts'
export { readStrategiesUsingField } from './context-usage.read-model.ts'
export { contextHttp } from './context.http.ts'
export { contextRpc } from './context.rpc.ts'
export { defineContextField } from './define-context-field.ts'
export { listContextFields } from './list-context-fields.ts'
export { removeContextField } from './remove-context-field.ts'
export { requireContextField, requireFreeFieldName, requireReadableField } from './require-context-field.ts'
