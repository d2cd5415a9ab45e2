// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Funding} from "../v2/EscrowTypes.sol";
import {IPermit2, PermitTransferFrom, SignatureTransferDetails, TokenPermissions} from "../v2/IPermit2.sol";
import {SequencerGrace} from "../v2/SequencerGrace.sol";
import {DepositWords} from "./DepositWords.sol";
import {Deciders, Deposit} from "./EscrowTypesV3.sol";
import {Vault} from "./Vault.sol";

/// @title Paying in, and taking back what nobody earned
/// @notice A giver pays in once for each quest; what no farmer was proposed for goes back to who paid it.
abstract contract Deposits is Vault, SequencerGrace, DepositWords, EIP712 {
    /// @notice So long before a giver takes free places back they say so.
    uint64 public constant NOTICE_PERIOD = 7 days;

    /// @notice Uniswap's Permit2, at the same address on every chain.
    IPermit2 public constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    bytes32 private constant SPONSORSHIP_TYPE =
        keccak256(
            "Sponsorship(address payer,bytes32 quest,address token,uint256 amountEach,uint32 slots,uint256 deadline)"
        );

    /// @notice The sponsor, who paid in for the giver and gets back what comes back; zero where the giver paid in.
    mapping(bytes32 escrow => address) public sponsors;

    modifier onlyGiver(bytes32 escrow) {
        _requireGiver(escrow);
        _;
    }

    /// @notice Pay in for a quest, once. The caller is the giver.
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token an ERC-20 that this contract may spend from the caller, or zero for the native coin sent with the call
    /// @param amountEach what each place pays, in the token's smallest unit
    /// @param slots how many farmers can be paid
    function fund(bytes32 quest, address token, uint256 amountEach, uint32 slots) external payable nonReentrant {
        _collect(token, _open(msg.sender, quest, token, amountEach, slots));
    }

    /// @notice Pay in for several quests in one token. The caller is the giver.
    /// @param token an ERC-20 that this contract may spend from the caller, or zero for the native coin sent with the call
    /// @param fundings the quests, with what each place pays and how many there are
    function fundMany(address token, Funding[] calldata fundings) external payable nonReentrant {
        uint256 total;
        for (uint256 i; i < fundings.length; ++i) {
            Funding calldata funding = fundings[i];
            total += _open(msg.sender, funding.quest, token, funding.amountEach, funding.slots);
        }
        _collect(token, total);
    }

    /// @notice Pay in with the giver's EIP-2612 permit, so that no approval goes before.
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token an ERC-20 with permit
    /// @param amountEach what each place pays, in the token's smallest unit
    /// @param slots how many farmers can be paid
    /// @param deadline until when the permit is good, in unix seconds
    /// @param v of the permit's signature
    /// @param r of the permit's signature
    /// @param s of the permit's signature
    function fundWithPermit(
        bytes32 quest,
        address token,
        uint256 amountEach,
        uint32 slots,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        if (token.code.length == 0) revert NotAToken(token);
        uint256 total = _open(msg.sender, quest, token, amountEach, slots);
        // Anyone who sees the permit may use it first; what counts is that this contract may spend, as the transfer shows.
        try IERC20Permit(token).permit(msg.sender, address(this), total, deadline, v, r, s) {} catch {}
        _collect(token, total);
    }

    /// @notice Pay in with the giver's Permit2 signature for this contract, for tokens without a permit of their own.
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token an ERC-20 that Permit2 may spend from the caller
    /// @param amountEach what each place pays, in the token's smallest unit
    /// @param slots how many farmers can be paid
    /// @param nonce of the permit
    /// @param deadline until when the permit is good, in unix seconds
    /// @param signature over PermitTransferFrom with the whole amount
    function fundWithPermit2(
        bytes32 quest,
        address token,
        uint256 amountEach,
        uint32 slots,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external nonReentrant {
        uint256 total = _open(msg.sender, quest, token, amountEach, slots);
        uint256 before = _beforeTaking(token, total);
        PERMIT2.permitTransferFrom(
            PermitTransferFrom(TokenPermissions(token, total), nonce, deadline),
            SignatureTransferDetails(address(this), total),
            msg.sender,
            signature
        );
        _expectReceived(token, before, total);
    }

    /// @notice Pay in for a giver who signed that the caller may. Money that comes back goes to the caller; all else is the giver's.
    /// @dev Without the signature anyone could take the one deposit that a quest has, with terms of their own.
    /// @param giver who decides about it
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token an ERC-20 that this contract may spend from the caller, or zero for the native coin sent with the call
    /// @param amountEach what each place pays, in the token's smallest unit
    /// @param slots how many farmers can be paid
    /// @param deadline until when the signature is good, in unix seconds
    /// @param signature the giver's, EIP-712 or EIP-1271, over Sponsorship
    function fundFor(
        address giver,
        bytes32 quest,
        address token,
        uint256 amountEach,
        uint32 slots,
        uint256 deadline,
        bytes calldata signature
    ) external payable nonReentrant {
        bytes32 words = keccak256(
            abi.encode(SPONSORSHIP_TYPE, msg.sender, quest, token, amountEach, slots, deadline)
        );
        _requireSignature(giver, words, deadline, signature);
        uint256 total = _open(giver, quest, token, amountEach, slots);
        bytes32 escrow = escrowOf(giver, quest);
        Deposit memory deposit = _load(escrow);
        deposit.sponsored = true;
        _save(escrow, deposit);
        sponsors[escrow] = msg.sender;
        emit Sponsored(escrow, msg.sender);
        _collect(token, total);
    }

    /// @notice The operator takes no more farmers, so that the giver may take the free places back at once.
    /// @param escrow the id of the escrow
    function close(bytes32 escrow) external onlyOperator {
        Deposit memory deposit = _load(escrow);
        if (deposit.giver == address(0)) revert UnknownEscrow();
        if (_isOver(deposit)) revert EscrowClosed();
        deposit.endsAt = block.timestamp;
        deposit.isNotice = false;
        _save(escrow, deposit);
        emit Closed(escrow);
    }

    /// @notice The giver, or who paid for them, will take the free places back in 7 days. Farmers can be proposed until then.
    /// @param escrow the id of the escrow
    function giveNotice(bytes32 escrow) external {
        Deposit memory deposit = _load(escrow);
        _requirePayer(escrow, deposit);
        if (deposit.endsAt != 0) revert EscrowClosed();
        deposit.endsAt = block.timestamp + NOTICE_PERIOD;
        deposit.isNotice = true;
        _save(escrow, deposit);
        emit NoticeGiven(escrow, uint64(deposit.endsAt));
    }

    /// @notice The giver, or who paid for them, has the free places paid back once the escrow is closed or their notice is over.
    /// @param escrow the id of the escrow
    function refund(bytes32 escrow) external {
        refundTo(escrow, _refundee(escrow, _load(escrow)));
    }

    /// @notice The same, to another receiver: for who paid and cannot take it themselves.
    /// @param escrow the id of the escrow
    /// @param receiver who gets the money
    function refundTo(bytes32 escrow, address receiver) public nonReentrant {
        Deposit memory deposit = _load(escrow);
        _requirePayer(escrow, deposit);
        // A giver with a sponsor may end it, and never choose where the money goes.
        address refundee = _refundee(escrow, deposit);
        if (receiver != refundee && msg.sender != refundee) revert NotGiver();
        if (!_isOver(deposit)) revert RefundTooEarly(_endOf(deposit));
        uint256 places = deposit.free;
        if (places == 0) revert NothingToRefund();
        deposit.free = 0;
        deposit.held -= places;
        _save(escrow, deposit);
        uint256 amount = deposit.amountEach * places;
        emit Refunded(escrow, address(0), amount);
        if (receiver != refundee) _redirect(escrow, address(0), receiver);
        _send(deposit.token, receiver, amount);
    }

    /// @notice A deposit as it was paid in, and what of it is here. In the first version's order, whose second place was the time of funding.
    /// @param escrow the id of the escrow
    /// @return giver who decides about it; zero if there is no such escrow
    /// @return endsAt from when on nobody is proposed, in unix seconds; zero if no end is set
    /// @return slots how many places were paid in
    /// @return token the ERC-20, or zero for the native coin
    /// @return free how many of the places nobody is proposed for and are still here
    /// @return held how many of the places have money here
    /// @return closed whether nobody is proposed any more
    /// @return amountEach what each place pays
    function escrows(
        bytes32 escrow
    )
        external
        view
        returns (
            address giver,
            uint64 endsAt,
            uint32 slots,
            address token,
            uint32 free,
            uint32 held,
            bool closed,
            uint256 amountEach
        )
    {
        Deposit memory deposit = _load(escrow);
        giver = deposit.giver;
        endsAt = _endOf(deposit);
        slots = uint32(deposit.slots);
        token = deposit.token;
        free = uint32(deposit.free);
        held = uint32(deposit.held);
        closed = _isOver(deposit);
        amountEach = deposit.amountEach;
    }

    /// @notice The resolver of disputes about a deposit: the arbiter of the time of its funding.
    /// @param escrow the id of the escrow
    /// @return the arbiter
    function arbiterOf(bytes32 escrow) external view returns (address) {
        return _decidersOf(escrow).arbiter;
    }

    /// @notice The attester, whose signature decides a dispute about a deposit where nobody resolves it; zero for nobody.
    /// @param escrow the id of the escrow
    /// @return the attester
    function attesterOf(bytes32 escrow) external view returns (address) {
        return _decidersOf(escrow).attester;
    }

    /// @notice The id of the escrow of `giver` for `quest`.
    /// @param giver who decides about it
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @return the id that every other function takes
    function escrowOf(address giver, bytes32 quest) public pure returns (bytes32) {
        return keccak256(abi.encode(giver, quest));
    }

    /// @dev Writes a new escrow, and gives what it costs.
    function _open(
        address giver,
        bytes32 quest,
        address token,
        uint256 amountEach,
        uint32 slots
    ) private returns (uint256 total) {
        if (amountEach == 0 || amountEach > MAX_AMOUNT) revert InvalidAmount();
        if (slots == 0 || slots > type(uint16).max) revert InvalidSlots();
        bytes32 escrow = escrowOf(giver, quest);
        if (_isFunded(escrow)) revert AlreadyFunded();
        total = amountEach * slots;
        _requireTaken(giver, token, total);
        _create(escrow, giver, amountEach, token, slots, _termNow());
        emit Funded(escrow, giver, quest, token, amountEach, slots);
    }

    /// @dev Whether nobody is proposed any more.
    function _isOver(Deposit memory deposit) internal view override returns (bool) {
        return deposit.endsAt != 0 && block.timestamp >= _endOf(deposit);
    }

    /// @dev When it ends; a notice ends later where the sequencer was down.
    function _endOf(Deposit memory deposit) internal view returns (uint64) {
        uint64 end = uint64(deposit.endsAt);
        return deposit.isNotice ? _extended(end) : end;
    }

    /// @dev The receiver of what comes back.
    function _refundee(bytes32 escrow, Deposit memory deposit) internal view returns (address) {
        return deposit.sponsored ? sponsors[escrow] : deposit.giver;
    }

    /// @dev Its deciders.
    function _decidersOf(bytes32 escrow) internal view returns (Deciders memory) {
        return _decidersIn(_load(escrow).term);
    }

    /// @dev The payer named another receiver; this contract, where it would be lost, is none.
    function _redirect(bytes32 escrow, address farmer, address receiver) internal {
        if (receiver == address(0) || receiver == address(this)) revert InvalidAddress();
        emit RefundedTo(escrow, farmer, receiver);
    }

    /// @dev The giver, or who paid for them.
    function _requirePayer(bytes32 escrow, Deposit memory deposit) private view {
        if (deposit.giver == address(0)) revert UnknownEscrow();
        if (msg.sender != deposit.giver && msg.sender != _refundee(escrow, deposit)) revert NotGiver();
    }

    function _requireGiver(bytes32 escrow) private view {
        address giver = _giverOf(escrow);
        if (giver == address(0)) revert UnknownEscrow();
        if (msg.sender != giver) revert NotGiver();
    }

    /// @dev Whether `signer` signed these words, by their key (EIP-712) or their contract (EIP-1271).
    function _requireSignature(
        address signer,
        bytes32 words,
        uint256 deadline,
        bytes calldata signature
    ) internal view {
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        bytes32 digest = _hashTypedDataV4(words);
        // A key first: most signers have no code, and who has the key of an account with code (EIP-7702) is its master too.
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return;
        if (!SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature)) revert InvalidSignature();
    }
}
