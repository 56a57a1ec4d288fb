import { say } from '../words'

export const words = say({
  en: {
    notRead: 'not read yet'
  },
  zh: {
    notRead: '未读'
  }
})
