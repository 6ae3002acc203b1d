// Written by scripts/list-operations.mjs.

/** Ids of the operations of integrations. */
export type IntegrationsOperationId =
  | 'createAddon'
  | 'deleteAddon'
  | 'getAddon'
  | 'getAddons'
  | 'getFailingAddons'
  | 'getIntegrationEvents'
  | 'testAddon'
  | 'testNewAddon'
  | 'updateAddon'
