import { say } from '../words'

export const words = say({
  en: {
    groups: {
      attention: 'What needs you',
      crew: 'Workers',
      worker: 'This worker',
      timeline: 'Timeline',
      composer: 'Messages',
      find: 'Find',
      project: 'Projects',
      window: 'Window'
    }
  },
  zh: {
    groups: {
      attention: '需要你处理的',
      crew: '工作者',
      worker: '当前工作者',
      timeline: '时间线',
      composer: '消息',
      find: '查找',
      project: '项目',
      window: '窗口'
    }
  }
})
