import { shootScreens } from './shoot-screens.ts'

shootScreens('dark')
