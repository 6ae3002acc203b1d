import { bind } from '../../../../transport/http/bind.ts'
import { createFeedback } from './create-feedback.ts'
import { updateFeedback } from './update-feedback.ts'
import { updateSplashSettings } from './update-splash-settings.ts'

export const userPromptsHttp = [bind(updateSplashSettings), bind(createFeedback), bind(updateFeedback)]
