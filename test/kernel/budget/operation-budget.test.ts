// Risk: one operation works for everybody's time, or work that was already too much goes on.
import { expect, test } from 'vitest';
import { OperationBudget, PRICES } from '../../../src/kernel/budget/operation-budget.ts';
import { KeyedSlots, Slots } from '../../../src/kernel/budget/slots.ts';

test('charges before the work, and rejects everything after what was too much', async () => {
  const budget = new OperationBudget(100);
  budget.spend(100);
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const results = await Promise.allSettled([
    budget.statement(run),
    budget.counting(PRICES.count, run),
    budget.statement(run),
  ]);
  expect([runs, results.map(({ status }) => status), budget.failure?.code]).toEqual([
    0,
    ['rejected', 'rejected', 'rejected'],
    'query-too-complex',
  ]);
});

test('begins two statements at once, and none of those that wait when the budget is spent', async () => {
  const budget = new OperationBudget(100);
  const begun: number[] = [];
  const gate = Promise.withResolvers<void>();
  const statements = [1, 2, 3, 4].map((n) =>
    budget.statement(async () => {
      begun.push(n);
      await gate.promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  expect(() => budget.spend(100)).toThrow('The operation needs more than 100 units of work.');
  gate.resolve();
  const results = await Promise.allSettled(statements);
  expect([begun, results.map(({ status }) => status)]).toEqual([
    [1, 2],
    ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  ]);
});

test('slots pass on in order, and a task that fails frees its own', async () => {
  const slots = new Slots(1);
  const order: number[] = [];
  const task = (n: number) =>
    slots.run(async () => {
      order.push(n);
      if (n === 1) throw new Error('failed');
    });
  await Promise.allSettled([task(1), task(2), task(3)]);
  expect(order).toEqual([1, 2, 3]);
});

test('each client runs few operations at once, and does not wait for another client', async () => {
  const operations = new KeyedSlots(2);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const tasks = ['a', 'a', 'a', 'b'].map((client, at) =>
    operations.run(client, async () => {
      begun.push(`${client}${at}`);
      await gate.promise;
    }),
  );
  await Promise.resolve();
  expect([begun, operations.size]).toEqual([['a0', 'a1', 'b3'], 2]);
  gate.resolve();
  await Promise.all(tasks);
  expect([begun, operations.size]).toEqual([['a0', 'a1', 'b3', 'a2'], 0]);
});
