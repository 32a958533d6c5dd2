/**
 * Loaded before a program: each timer that it asks Temporal for is set to `TIMER_FACTOR` of its time, the delay of a start
 * included. So it fires early or late, as if Temporal's clock ran wrong. The program is told nothing of it.
 */
const { isMainThread } = require('node:worker_threads');

const factor = Number(process.env.TIMER_FACTOR);

function bendTimers() {
  const { WorkflowClient } = require('@temporalio/client');
  const { coresdk } = require('@temporalio/proto');
  const Long = require('long');

  const { start } = WorkflowClient.prototype;
  WorkflowClient.prototype.start = function (workflow, { startDelay, ...options }) {
    return start.call(this, workflow, { ...options, ...(startDelay && { startDelay: startDelay * factor }) });
  };

  const { WorkflowActivationCompletion } = coresdk.workflow_completion;
  const { encodeDelimited } = WorkflowActivationCompletion;
  WorkflowActivationCompletion.encodeDelimited = function (completion, writer) {
    for (const { startTimer } of completion.successful?.commands ?? []) {
      if (startTimer) startTimer.startToFireTimeout = bent(startTimer.startToFireTimeout);
    }
    return encodeDelimited.call(this, completion, writer);
  };

  function bent({ seconds, nanos }) {
    const ms = Math.max(1, Math.round((Long.fromValue(seconds ?? 0).toNumber() * 1000 + (nanos ?? 0) / 1e6) * factor));
    return { seconds: Long.fromNumber(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1e6 };
  }
}

if (isMainThread) bendTimers();
