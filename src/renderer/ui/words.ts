import { say } from '../words'

/** Units stand behind a figure; each language writes its own. */
export const words = say({
  en: {
    close: 'Close',
    unit: { second: 's', minute: 'm', hour: 'h', day: 'd' },
    /** Thousands and millions of what is counted. */
    count: { first: 'k', second: 'M' },
    lessThanACent: 'less than $0.01'
  },
  zh: {
    close: '关闭',
    unit: { second: '秒', minute: '分', hour: '小时', day: '天' },
    count: { first: '万', second: '亿' },
    lessThanACent: '不到 $0.01'
  }
})
