/**
 * Release templates: milestones with their strategies, in order, that flags are released by. Applying one to a flag
 * copies it (features/release-plans).
 */
export { builtInTemplate } from './built-in-template.ts'
export { changedStrategy } from './draft-milestones.ts'
export { releaseTemplatesHttp } from './release-templates.http.ts'
export { releaseTemplatesRpc } from './release-templates.rpc.ts'
export { FEATURE_NAME, toTemplate, type StoredTemplate } from './template.ts'
export { insertTemplate, readTemplates, requireTemplate } from './templates.store.ts'
