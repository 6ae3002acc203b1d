// Written by scripts/list-operations.mjs.

/** Ids of the operations of transfer. */
export type TransferOperationId =
  | 'checkRemote'
  | 'createRemote'
  | 'deleteRemote'
  | 'exportFeatures'
  | 'forgetRemoteToken'
  | 'getRemotes'
  | 'importToggles'
  | 'previewRemotePull'
  | 'pullRemote'
  | 'requestImport'
  | 'updateRemote'
  | 'validateImport'
