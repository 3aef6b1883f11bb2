client.test('has a list', function () {
  client.assert(Array.isArray(response.body.items));
});
client.global.set('first', response.body.items[0].id);
