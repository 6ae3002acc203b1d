/** Import and export: flags with all that hangs on them in an environment, as a file. */
export { importExportHttp } from './import-export.http.ts'
export { importExportRpc } from './import-export.rpc.ts'
export { readExport } from './export-flags.read-model.ts'
export { requireNoErrors } from './find-problems.ts'
export { importFlags, type KeptParts } from './import-flags.ts'
export { readSituation } from './import-situation.ts'
export { importFile } from './import-file.ts'
