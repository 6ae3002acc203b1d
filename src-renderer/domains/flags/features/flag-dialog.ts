/** Props of a dialog about one flag. */
export interface FlagDialog {
  projectId: string
  featureName: string
  open: boolean
}
