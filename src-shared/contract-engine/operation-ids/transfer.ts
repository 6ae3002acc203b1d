// Written by scripts/list-operations.mjs.

/** Ids of the operations of transfer. */
export type TransferOperationId =
  | 'applyScenario'
  | 'checkRemote'
  | 'createRemote'
  | 'deleteRemote'
  | 'exportFeatures'
  | 'exportScenario'
  | 'forgetRemoteToken'
  | 'getRemotes'
  | 'getScenarioSchema'
  | 'getScenarioSource'
  | 'importToggles'
  | 'planScenario'
  | 'previewRemotePull'
  | 'pullRemote'
  | 'requestImport'
  | 'updateRemote'
  | 'validateImport'
  | 'writeScenarioSource'
