'use strict';

// reason: freez|frozen

const todos = [];
for (let i = 0; i < 40; i++) todos.push({ id: i, title: 'todo ' + i, done: i % 3 === 0, revision: 0 });

function toggled(todo) {
  return { id: todo.id, title: todo.title, done: !todo.done, revision: todo.revision + 1 };
}

module.exports = {
  fast() {
    const next = [];
    for (let i = 0; i < todos.length; i++) {
      const todo = toggled(todos[i]);
      next.push(todo);
    }
    return next;
  },
  slow() {
    const next = [];
    for (let i = 0; i < todos.length; i++) {
      const todo = Object.freeze(toggled(todos[i])); // HERE
      next.push(todo);
    }
    return next;
  },
};
