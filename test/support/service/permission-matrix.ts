import type { Permission } from '#shared/access/permissions/index.ts'

/**
 * Place of an operation's permission check. `stored`: the project of the named item. `sole-environment`: the
 * same in production, which stands for all environments under contracts that had none.
 */
export type Scope = 'root' | 'project' | 'environment' | 'stored' | 'stored-segment' | 'sole-environment'

export interface Row {
  anyOf: readonly Permission[]
  scope: Scope
  /** Predefined role that is also allowed when held in the project, without one of the permissions. */
  orRole?: string
}

/**
 * Permissions that the sources require for each operation, written by hand
 * (docs/contract/access.md#permission-of-each-operation; the document's tables).
 */
const NEEDED: [Permission | Permission[], Scope, string][] = [
  ['ADMIN', 'root', 'updateFeatureTypeLifetime getEvents clearImpressions'],
  [
    'ADMIN',
    'root',
    `planScenario renewScenario applyScenario exportScenario getScenarioSource writeScenarioSource getSnapshots createSnapshot restoreSnapshot deleteSnapshot createPolicy updatePolicy deletePolicy tryPolicy getUsers getUser createUser updateUser deleteUser changeUserPassword resetUserPassword getAdminCount
    getUserPermissions deleteScimUsers getInactiveUsers deleteInactiveUsers`,
  ],
  [
    'ADMIN',
    'root',
    'getAllPublicSignupTokens createPublicSignupToken getPublicSignupToken updatePublicSignupToken',
  ],
  [
    'ADMIN',
    'root',
    `getServiceAccounts createServiceAccount updateServiceAccount deleteServiceAccount getServiceAccountTokens
    createServiceAccountToken deleteServiceAccountToken getServiceAccountPermissions`,
  ],
  [
    'ADMIN',
    'root',
    `createSignalEndpoint updateSignalEndpoint deleteSignalEndpoint enableSignalEndpoint disableSignalEndpoint
    createSignalEndpointToken updateSignalEndpointToken deleteSignalEndpointToken getSignalEndpointSignals
    setSenderSecret removeSenderSecret setSignalDeliveryId setSignalOrder getRefusedSignals getSenderRequests sendSignal replaySignal probeSignalEndpoint`,
  ],
  [
    'ADMIN',
    'root',
    'createActions updateActions setActionRules deleteActions toggleActionSetOn toggleActionSetOff backtestActions retryFailedAction retryFailedActions dismissFailedActions',
  ],
  [
    ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'],
    'project',
    'getProjectActions getActionDefinitions getActionSetEvents getActionsOverview getActionRules getActionSetNotes',
  ],
  [
    ['ADMIN', 'UPDATE_INSTANCE_BANNERS'],
    'root',
    'createBanner updateBanner deleteBanner enableBanner disableBanner',
  ],
  [
    'ADMIN',
    'root',
    'readLicense updateLicense getFeedback getAllLicensedUsers getInvoices getDetailedInvoices',
  ],
  ['ADMIN', 'root', 'createGroup updateGroup deleteGroup deleteScimGroups getGroupSyncsOfUser'],
  [
    ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    'root',
    'getScimSettings setScimSettings generateNewToken getScimOverview',
  ],
  ['ADMIN', 'root', 'createRole updateRole deleteRole validateRole getRoleProjectAccess'],
  ['UPDATE_AUTH_CONFIGURATION', 'root', 'rehearseGroupSync'],
  [['ADMIN', 'READ_ROLE'], 'root', 'getRoles getRoleById'],
  [
    'ADMIN',
    'root',
    `getUserSessions deleteUserSession deleteSessionsOfUser getUserAccount getAccessOverview getProviderAccounts
    forgetProviderAccounts`,
  ],
  [
    'ADMIN',
    'root',
    `createEnvironment validateEnvironment updateEnvironment removeEnvironment cloneEnvironment updateSortOrder
    toggleEnvironmentOn toggleEnvironmentOff`,
  ],
  ['UPDATE_PROJECT', 'project', 'addEnvironmentToProject removeEnvironmentFromProject'],
  // a folder is read on the machine of the service
  ['UPDATE_PROJECT', 'project', 'updateProjectCode scanProjectCode'],
  ['CREATE_PROJECT', 'root', 'createProject validateProject'],
  [['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'], 'project', 'updateProject updateProjectEnterpriseSettings'],
  [['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_READ'], 'project', 'getProjectChangeRequestConfig'],
  [['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'], 'project', 'updateProjectChangeRequestConfig'],
  ['DELETE_PROJECT', 'project', 'deleteProject archiveProject reviveProject'],
  ['READ_PROJECT_API_TOKEN', 'project', 'getProjectApiTokens'],
  ['CREATE_PROJECT_API_TOKEN', 'project', 'createProjectApiToken'],
  ['DELETE_PROJECT_API_TOKEN', 'project', 'deleteProjectApiToken'],
  [['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'], 'project', 'getProjectAccess'],
  [
    ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    'project',
    `setProjectAccess addAccessToProject setRolesForUser removeUserAccess setRolesForGroup removeGroupAccess`,
  ],
  ['ADMIN', 'root', 'simulateAccess whoCan previewAccess'],
  [
    ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
    'root',
    'getAllApiTokens getApiTokensByName',
  ],
  [['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'], 'root', 'createApiToken'],
  [['ADMIN', 'UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'], 'root', 'updateApiToken'],
  [['ADMIN', 'DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'], 'root', 'deleteApiToken'],
  ['ADMIN', 'root', 'getRequestLog getLoggedRequest clearRequestLog updateRequestLog recordRequestBodies'],
  ['READ_LOGS', 'root', 'getEvaluationLog getEvaluationLogCall'],
  ['READ_LOGS', 'root', 'getImpressions getImpressionSessions getImpressionTimeline exportImpressions'],
  ['READ_LOGS', 'root', 'getSeenContexts getUpgradeReport'],
  ['ADMIN', 'root', 'updateSeenContexts forgetSeenContexts forgetUpgradeReport'],
  [['ADMIN', 'UPDATE_MAINTENANCE_MODE'], 'root', 'getMaintenance toggleMaintenance'],
  [['ADMIN', 'UPDATE_CORS'], 'root', 'setCors'],
  [
    ['ADMIN', 'READ_LOGS'],
    'root',
    'getTrafficDataUsage getLoginHistory getConnectionsForPeriod getRequestsForPeriod getRequestsPerSecond getEdgeInstances',
  ],
  [['ADMIN', 'READ_FRONTEND_API_TOKEN'], 'root', 'getCDNTokens'],
  [['ADMIN', 'CREATE_FRONTEND_API_TOKEN'], 'root', 'createCDNToken'],
  ['ADMIN', 'root', 'saveInstanceImpactMetricsConfig deleteInstanceImpactMetricConfig disconnectAll'],
  ['UPDATE_FEATURE', 'project', 'saveFeatureImpactMetricsConfig deleteFlagImpactMetricConfig'],
  [
    ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    'root',
    'getSimpleSettings setSimpleSettings getOidcSettings setOidcSettings getSamlSettings setSamlSettings',
  ],
  ['ADMIN', 'root', 'addListener updateListener removeListener'],
  [
    'ADMIN',
    'root',
    'getDatabase checkDatabase getDatabaseMove startDatabaseMove stopDatabaseMove getInstanceSettings setInstanceSettings',
  ],
  ['ADMIN', 'root', 'getSupportBundle'],
  ['ADMIN', 'root', 'getEmailSettings setEmailSettings getOutgoingEmails sendTestEmail getEmailPreview'],
  // docs/versions.md#remotes: the changes of a pull are not limited to one project
  [
    'ADMIN',
    'root',
    `getRemotes createRemote updateRemote deleteRemote forgetRemoteToken checkRemote previewRemotePull pullRemote`,
  ],
  ['CREATE_ADDON', 'root', 'createAddon'],
  // its own permission, because a test has the effect of changing or creating right after
  ['CREATE_ADDON', 'root', 'testNewAddon'],
  ['UPDATE_ADDON', 'root', 'updateAddon testAddon'],
  ['DELETE_ADDON', 'root', 'deleteAddon'],
  ['ADMIN', 'root', 'getIntegrationEvents'],
  ['CREATE_CONTEXT_FIELD', 'root', 'createContextField validateContextFieldName'],
  [
    'UPDATE_CONTEXT_FIELD',
    'root',
    'updateContextField updateContextFieldLegalValue deleteContextFieldLegalValue',
  ],
  ['DELETE_CONTEXT_FIELD', 'root', 'deleteContextField'],
  [
    ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    'project',
    'createContextFieldForProject validateContextFieldNameForProject',
  ],
  [
    ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    'project',
    'updateContextFieldForProject updateContextFieldLegalValueForProject deleteContextFieldLegalValueForProject',
  ],
  [['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'], 'project', 'deleteContextFieldForProject'],
  [['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], 'project', 'createSegment'],
  [['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], 'stored-segment', 'updateSegment'],
  [['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], 'stored-segment', 'removeSegment'],
  ['CREATE_STRATEGY', 'root', 'createStrategy'],
  ['UPDATE_STRATEGY', 'root', 'updateStrategy deprecateStrategy reactivateStrategy'],
  ['DELETE_STRATEGY', 'root', 'removeStrategy'],
  ['CREATE_TAG_TYPE', 'root', 'createTagType'],
  [['CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'], 'root', 'validateTagType'],
  ['UPDATE_TAG_TYPE', 'root', 'updateTagType'],
  ['DELETE_TAG_TYPE', 'root', 'deleteTagType'],
  ['UPDATE_APPLICATION', 'root', 'createApplication deleteApplication clearUnknownFlags'],
  ['CREATE_FEATURE', 'project', 'createFeature cloneFeature'],
  ['UPDATE_FEATURE', 'project', 'updateFeature patchFeature staleFeatures reviveFeatures addTagToFeatures'],
  ['UPDATE_FEATURE', 'project', 'createFeatureLink updateFeatureLink deleteFeatureLink complete uncomplete'],
  ['UPDATE_FEATURE', 'stored', 'reviveFeature addTag updateTags removeTag'],
  ['DELETE_FEATURE', 'project', 'archiveFeature archiveFeatures validateArchiveFeatures deleteFeatures'],
  ['DELETE_FEATURE', 'stored', 'deleteFeature'],
  // tags belong to no flag: the right to update flags of any project is enough
  // nor does an expectation before it is read: the use case asks for the right in the project of its flag
  ['UPDATE_FEATURE', 'root', 'deleteTag createExpectation updateExpectation deleteExpectation'],
  ['MOVE_FEATURE_TOGGLE', 'project', 'changeProject'],
  [
    'UPDATE_FEATURE_DEPENDENCY',
    'project',
    'addFeatureDependency deleteFeatureDependency deleteFeatureDependencies',
  ],
  [
    'UPDATE_FEATURE_ENVIRONMENT',
    'environment',
    'toggleFeatureEnvironmentOn toggleFeatureEnvironmentOff bulkToggleFeaturesEnvironmentOn bulkToggleFeaturesEnvironmentOff scheduleFeatureEnvironment setOverride removeOverride',
  ],
  ['CREATE_FEATURE_STRATEGY', 'environment', 'addFeatureStrategy'],
  [
    'UPDATE_FEATURE_STRATEGY',
    'environment',
    'updateFeatureStrategy patchFeatureStrategy setStrategySortOrder updateFeatureStrategySegments',
  ],
  ['DELETE_FEATURE_STRATEGY', 'environment', 'deleteFeatureStrategy'],
  ['RELEASE_PLAN_TEMPLATE_CREATE', 'root', 'createReleasePlanTemplate'],
  [
    'RELEASE_PLAN_TEMPLATE_UPDATE',
    'root',
    `updateReleasePlanTemplate addReleasePlanTemplateMilestone updateReleasePlanTemplateMilestone
     deleteReleasePlanTemplateMilestone addReleasePlanTemplateStrategy updateReleasePlanTemplateStrategy
     deleteReleasePlanTemplateStrategy`,
  ],
  ['RELEASE_PLAN_TEMPLATE_DELETE', 'root', 'deleteReleasePlanTemplate'],
  [['RELEASE_PLAN_TEMPLATE_DELETE', 'RELEASE_PLAN_TEMPLATE_UPDATE'], 'root', 'archiveReleasePlanTemplate'],
  [
    ['RELEASE_PLAN_TEMPLATE_CREATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    'project',
    'createReleasePlanTemplateForProject',
  ],
  [
    ['RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    'project',
    'updateReleasePlanTemplateForProject',
  ],
  [
    ['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    'project',
    'deleteReleasePlanTemplateForProject',
  ],
  [
    ['RELEASE_PLAN_TEMPLATE_DELETE', 'RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    'project',
    'archiveReleasePlanTemplateForProject',
  ],
  // docs/contract/releases.md#endpoints: a plan is strategies of a flag in an environment
  ['CREATE_FEATURE_STRATEGY', 'environment', 'addReleasePlan oldAddReleasePlan'],
  ['DELETE_FEATURE_STRATEGY', 'environment', 'deleteReleasePlan oldRemoveReleasePlan'],
  [
    'UPDATE_FEATURE_STRATEGY',
    'environment',
    `startMilestone oldStartMilestone updateMilestoneStrategy changeMilestoneProgression deleteMilestoneProgression
     pauseMilestoneProgressions resumeMilestoneProgressions changeReleasePlanSafeguard deleteReleasePlanSafeguard`,
  ],
  // its effect is to disable the flag there
  ['UPDATE_FEATURE_ENVIRONMENT', 'environment', 'changeFeatureEnvSafeguard deleteFeatureEnvSafeguard'],
  [
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'environment',
    'overwriteEnvironmentFeatureVariants patchEnvironmentsFeatureVariants',
  ],
  [['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'], 'project', 'addDefaultStrategyToProjectEnvironment'],
]

/** Operations for every signed-in user; some require more inside, and their own tests show it. */
const OPEN = `
  previewUndo undoEvent getPast previewRestore restorePart
  getPersonalDashboard getPersonalDashboardProjectDetails getMe getPermissions searchUsers getBaseUsersAndGroups validateUserPassword getGroups getGroup getProfile getUserRoles
  getProjectStatus getRolloutOverlap getProjectInsights getProjectDora getProjectHealthReport getProjectFlagCreators getProjectCode getFeatureCode
  changeMyPassword getPats createPat deletePat getAllEnvironments getEnvironment getProjectEnvironments getProjectOverview getProjects getFeature getFeatures validateFeature searchFeatures
  searchEverything getOverrides getMirror getPropagation getContextFindings getFeatureEnvironment getFeatureStrategies getFeatureStrategy getEnvironmentFeatureVariants
  overwriteFeatureVariantsOnEnvironments getAllStrategies getStrategy validateConstraint getSegment getSegments
  getSegmentsByStrategyId getStrategiesBySegmentId validateSegment getContextField getContextFields
  getStrategiesByContextField getContextFieldForProject getContextFieldsForProject getReleasePlanTemplatesForProject getReleasePlanTemplateForProject getStrategiesByContextFieldForProject
  createTag getTag getTagType getTagTypes getTags getTagsByType listTags checkDependenciesExist listParentOptions
  listParentVariantOptions getFeatureLifecycle getFeatureLifecycleStageCount addFavoriteFeature addFavoriteProject
  removeFavoriteFeature removeFavoriteProject getAllFeatureTypes getFeatureUsageSummary getRawFeatureMetrics
  getCustomMetrics getPrometheusMetrics getApplication getApplicationEnvironmentInstances getApplicationOverview
  getApplications getNotKept getOutdatedProjectSdks getOutdatedSdks getProjectApplications getUnknownFlags exportFeatures getInstalledSdks
  importToggles requestImport validateImport getAdvancedPlayground getPlayground getPastPlayground diagnoseConnection explainFlag explainFlagWithPost findResultChanges getExpectations runExpectations getPolicies getEventCreators
  getEventsForToggle searchEvents
  getSignalEndpoints getSignalEndpointTokens getSenderSecrets getSignalDeliveryId getSignalOrder getSignals searchSignals getSignal getSignalUsage
  addChangesToRequest startChangeRequest addChangesToChosenRequest getChangeRequests getPendingChangeRequests getOpenChangeRequests
  getPendingChangeRequestsForFeature getChangeRequest discardChangeRequest editChange discardChange
  updateChangeRequestState updateChangeRequestTitle addChangeRequestComment getRequestedApprovers
  updateRequestedApprovers getAvailableReviewers getChangeRequestCount getActionableChangeRequests
  getScheduledChangeRequests searchChangeRequests getPlaygroundForChangeRequest checkChangeRequest
  getBlastRadius getSegmentBlastRadius getChangeRequestBlastRadius
  getListeningActionSets getSignalActions getSignalQueue getFailedActions countFailedActions getWaitingChangeRequests getFailingAddons
  getBanners checkLicense getNotifications markNotificationsAsRead provideFeedback
  getUiConfig uiObservability updateSplashSettings subscribeEmailSubscription unsubscribeEmailSubscription createFeedback updateFeedback
  getInstanceAdminStats getInstanceAdminStatsCsv getTelemetrySettings
  getSignalActions getSignalQueue getListeners
  getAddons getAddon
  getReleasePlanTemplates getReleasePlanTemplate getReleasePlans oldGetReleasePlans getReleaseStatus
  getInstanceImpactMetricsConfigs getFlagImpactMetricsConfigsByFeature getPlausibleMetrics getReportedImpactMetrics
  getImpactMetricSeries getInstanceInsights getLifecycleTrends
`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/**
 * Rights of a role beside its permissions: the document gives Members limited rights over the access to their
 * project.
 */
const ROLES: Readonly<Record<string, string>> = { getProjectAccess: 'Member' }

/** Rows by operation; null: every signed-in user. */
export const PERMISSION_MATRIX: ReadonlyMap<string, Row | null> = new Map([
  ...NEEDED.flatMap(([anyOf, scope, ids]) =>
    words(ids).map((id): [string, Row] => [
      id,
      {
        anyOf: typeof anyOf === 'string' ? [anyOf] : anyOf,
        scope,
        ...(ROLES[id] === undefined ? {} : { orRole: ROLES[id] }),
      },
    ]),
  ),
  ...words(OPEN).map((id): [string, null] => [id, null]),
])
