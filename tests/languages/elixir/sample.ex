# Keeps the queue of jobs.

defmodule Queue.Worker do
  @moduledoc """
  Works the queue.

  The rest says more.
  """
  use GenServer, restart: :transient
  import Ecto.Query, only: [from: 2, where: 3]
  import Bitwise
  alias Queue.{Job, Store.Memory}
  alias Queue.Deep.Role, as: R
  alias __MODULE__.State
  require Logger

  @behaviour Queue.Behaviour
  @derive {Jason.Encoder, only: [:name]}
  @enforce_keys [:name]

  @timeout 5_000
  @secret "hushed"
  @secret "hushed again"

  @typedoc "One in the queue."
  @type t :: %__MODULE__{name: String.t(), job: Queue.Job.t() | nil}
  @typep pair(a) :: {a, a}
  @opaque token :: binary

  defstruct [:name, :job, tries: 0, note: "hushed", opts: [kept: 1]]

  @doc """
  Gets one.

  ## Examples

      iex> hushless
  """
  @doc since: "1.0 hushed"
  @spec get(integer, Keyword.t()) :: t | nil
  def get(id, opts \\ [limit: 10])

  def get(id, opts) when is_integer(id) and id > 0 do
    Job
    |> Repo.get(id)
    |> Store.insert(opts[:into], "hushed #{name(id)} hushed")
    |> finish()
  end

  def get(nil, _opts), do: nil
  def get(id), do: get(id, [])

  # Only for this module.
  defp finish(%{job: job} = worker) do
    Logger.info(~s(hushed), job: job.id)
    Enum.map([worker], &Job.done/1)
    if worker.job, do: :erlang.now(), else: Enum.each([], &finish/1)
    %State{name: 'hushed', at: ?h}
  end

  @impl true
  def init(arg), do: {:ok, %Job.Options{arg: arg}}

  @doc false
  def limit(count \\ 10), do: count
  def noparens, do: @timeout
  def ok?(x), do: x
  def left <|> right when is_list(left), do: left ++ right
  def first..last, do: {first, last}
  def -number, do: number
  def unquote(name)(a), do: a

  defmacro build(expr) do
    quote do
      @marked true
      def generated(x), do: unquote(expr).(x)
    end
  end

  defmacrop hidden(a), do: a
  defguard is_big(x) when x > 10
  defguardp is_small(x) when x < 10
  defdelegate size(x), to: Memory, as: :count

  Record.defrecordp(:entry, name: "hushed")
  defmacro unquote(:plus)(a), do: a

  defmodule State do
    defstruct name: nil, at: 0
    def new(opts), do: struct!(__MODULE__, opts)
  end

  defimpl String.Chars do
    def to_string(worker), do: ~S"""
    hushed
    """
  end
end

defprotocol Queue.Size do
  @doc "How many wait."
  @spec size(t) :: integer
  def size(data)
end

defimpl Queue.Size, for: Queue.Worker do
  def size(%{job: nil}), do: 0
  def size(_), do: 1
end

defimpl Queue.Size, for: [Map, List], do: def(size(x), do: length(x))

defmodule Queue.Behaviour do
  @callback fetch(id :: integer, Keyword.t()) :: {:ok, Queue.Worker.t()} | :error
  @macrocallback wrap(term) :: Macro.t()
  @optional_callbacks wrap: 1
end

defmodule Queue.Error do
  defexception [:message, code: 500]
end

defmodule Queue.WorkerTest do
  use ExUnit.Case, async: true

  @tag :slow
  test "a hushed title", %{conn: conn} do
    assert Queue.Worker.get(conn, "hushed") == nil
    assert_raise ArgumentError, fn -> Queue.Worker.get(:x) end
  end
end
