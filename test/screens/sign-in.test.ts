import { shootScreens } from './shoot-screens.ts'
import { SIGN_IN_SCREENS } from './sign-in-screens.ts'

shootScreens(SIGN_IN_SCREENS)
