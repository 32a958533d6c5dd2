import { route } from '../faces/route';
import { AnswerWithHeaders } from '../http/Route';
import { presentPage } from '../http/paging';
import { exportTransactions } from './exportTransactions';
import { getTransaction } from './getTransaction';
import { getTransactionOverview } from './getTransactionOverview';
import { presentExport, presentOverview, presentTransaction } from './present';
import {
  Transaction,
  TransactionExport,
  TransactionExportHeaders,
  TransactionList,
  TransactionOverview,
} from './schema';
import { searchTransactions } from './searchTransactions';

export const transactionRoutes = [
  route('console', searchTransactions, {
    method: 'get',
    path: '/api/v1/console/transactions',
    success: { status: 200, schema: TransactionList },
    present: (found) => presentPage(found, presentTransaction),
  }),
  route('console', getTransactionOverview, {
    method: 'get',
    path: '/api/v1/console/transactions/overview',
    success: { status: 200, schema: TransactionOverview },
    present: presentOverview,
  }),
  route('console', exportTransactions, {
    method: 'get',
    path: '/api/v1/console/transactions/export',
    success: { status: 200, schema: TransactionExport, mediaType: 'text/csv', headers: TransactionExportHeaders },
    present: (batches) =>
      new AnswerWithHeaders(presentExport(batches), {
        'Content-Disposition': 'attachment; filename="transactions.csv"',
      }),
  }),
  route('console', getTransaction, {
    method: 'get',
    path: '/api/v1/console/transactions/{transactionId}',
    success: { status: 200, schema: Transaction },
    present: presentTransaction,
  }),
] as const;
