import { say } from '../words'

export const words = say({
  en: {
    noConnection: 'There is no connection to the host.',
    unreachable: 'The host cannot be reached.',
    whenBack: 'Try again when the connection is back.',
    lostMeanwhile: 'The connection was lost meanwhile.',
    lostBefore: 'The connection was lost before it got through.',
    tryAgain: 'Try again.',
    notAccepted: 'The host did not accept this input.',
    wentWrong: 'Something went wrong in Crewdeck.',
    seeLog: 'Try again; the log of the host says more.'
  },
  zh: {
    noConnection: '与主机的连接已断开。',
    unreachable: '无法连接到主机。',
    whenBack: '请在连接恢复后重试。',
    lostMeanwhile: '期间连接中断。',
    lostBefore: '连接在送达之前中断。',
    tryAgain: '请重试。',
    notAccepted: '主机未接受此输入。',
    wentWrong: 'Crewdeck 出现了问题。',
    seeLog: '请重试；主机日志中有详细信息。'
  }
})
