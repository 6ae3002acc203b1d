import { POLICY_SCREENS } from './policy-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(POLICY_SCREENS)
